import { peer } from "../peer.ts";
import { heights, leaf, type Row } from "../row.ts";

interface Handler {
  onRequestStart(): void;
  onResponseStart(): void;
  onResponseData(): void;
  onResponseEnd(...answer: readonly unknown[]): void;
  onResponseError(controller: unknown, error: unknown): void;
}
interface Request {
  readonly path: string;
  readonly method: string;
  readonly n: number;
}
type Dispatch = (request: Request, handler: Handler) => boolean;
type Interceptor = (dispatch: Dispatch) => Dispatch;
interface Dispatching {
  dispatch: Dispatch;
  compose(...interceptors: readonly Interceptor[]): Dispatching;
}
interface Undici {
  readonly Dispatcher: new () => Dispatching;
}

/** Interceptors of undici over a dispatcher that answers by itself. */
export async function undici(): Promise<readonly Row[]> {
  const { Dispatcher } = await peer<Undici>("undici");
  const through = (make: () => Interceptor) => (layers: number) => {
    const dispatcher = Object.assign(new Dispatcher(), { dispatch: answer });
    const composed = dispatcher.compose(...Array.from({ length: layers }, make));
    return (n: number) => request(composed, n);
  };
  return [
    ...heights("undici", "pass", through(pass)),
    ...heights("undici", "react", through(react), 1),
  ];
}

function answer({ n }: Request, handler: Handler): boolean {
  leaf(n).then(
    () => handler.onResponseEnd({}, {}),
    (error: unknown) => handler.onResponseError({}, error),
  );
  return true;
}

function request(dispatcher: Dispatching, n: number): Promise<number> {
  return new Promise((resolve, reject) => {
    dispatcher.dispatch(
      { path: "/", method: "GET", n },
      {
        onRequestStart: ignore,
        onResponseStart: ignore,
        onResponseData: ignore,
        onResponseEnd: () => resolve(n),
        onResponseError: (_, error) => reject(error),
      },
    );
  });
}

function ignore(): void {}

function pass(): Interceptor {
  return (dispatch) => (request, handler) => dispatch(request, handler);
}

function react(): Interceptor {
  let ended = 0;
  const end = (): void => void ended++;
  return (dispatch) => (request, handler) => dispatch(request, new Reacting(handler, end));
}

class Reacting implements Handler {
  readonly #handler: Handler;
  readonly #end: () => void;

  constructor(handler: Handler, end: () => void) {
    this.#handler = handler;
    this.#end = end;
  }

  onRequestStart(): void {
    this.#handler.onRequestStart();
  }

  onResponseStart(): void {
    this.#handler.onResponseStart();
  }

  onResponseData(): void {
    this.#handler.onResponseData();
  }

  onResponseEnd(...answer: readonly unknown[]): void {
    this.#end();
    this.#handler.onResponseEnd(...answer);
  }

  onResponseError(controller: unknown, error: unknown): void {
    this.#end();
    this.#handler.onResponseError(controller, error);
  }
}
