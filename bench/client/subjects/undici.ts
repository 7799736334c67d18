import { Agent, type Dispatcher, fetch, interceptors, Pool, request } from "undici";

import type { Answer, Get } from "../subject.ts";

/** The limit: it knows no errors, limits, codings or aborts, and sends no header but Host. */
export function byHand(origin: string, connections: number): Get {
  const pool = new Pool(origin, { connections });
  return (url) =>
    new Promise((resolve, reject) => {
      const path = url.slice(origin.length);
      pool.dispatch({ path, method: "GET" }, new HandHandler(resolve, reject));
    });
}

class HandHandler implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: Error) => void;
  readonly #chunks: Buffer[] = [];
  #status = 0;

  constructor(resolve: (answer: Answer) => void, reject: (error: Error) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  onRequestStart(): void {}

  onResponseStart(_: unknown, status: number): void {
    this.#status = status;
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [first] = this.#chunks;
    const body = first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    this.#resolve({ status: this.#status, body });
  }

  onResponseError(_: unknown, error: Error): void {
    this.#reject(error);
  }
}

export function byRequest(_: string, connections: number): Get {
  return requestBy(new Agent({ connections }));
}

/** With what of undici comes nearest to a tower. */
export function byInterceptors(_: string, connections: number): Get {
  const layers = [interceptors.redirect({ maxRedirections: 20 }), interceptors.retry()];
  return requestBy(new Agent({ connections }).compose(layers));
}

function requestBy(dispatcher: Dispatcher): Get {
  return async (url) => {
    const { statusCode, body } = await request(url, { dispatcher });
    return { status: statusCode, body: new Uint8Array(await body.arrayBuffer()) };
  };
}

export function byFetch(_: string, connections: number): Get {
  const dispatcher = new Agent({ connections });
  return async (url) => {
    const response = await fetch(url, { dispatcher });
    return { status: response.status, body: new Uint8Array(await response.arrayBuffer()) };
  };
}
