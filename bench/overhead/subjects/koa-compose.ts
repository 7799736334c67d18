import { peer } from "../peer.ts";
import { heights, leaf, type Row } from "../row.ts";

interface State {
  readonly n: number;
}
type Middleware = (state: State, next: () => Promise<number>) => Promise<number>;
interface KoaCompose {
  readonly default: (middleware: readonly Middleware[]) => Middleware;
}

/** Middlewares of koa. */
export async function koaCompose(): Promise<readonly Row[]> {
  const { default: compose } = await peer<KoaCompose>("koa-compose");
  const through = (make: () => Middleware) => (layers: number) => {
    const all = Array.from({ length: layers }, make);
    const composed = compose([...all, ({ n }) => leaf(n)]);
    return (n: number) => composed({ n }, nothing);
  };
  return [
    ...heights("koa-compose", "pass", through(pass)),
    ...heights("koa-compose", "react", through(react), 1),
  ];
}

function nothing(): Promise<number> {
  return Promise.reject(new Error("There is nothing behind the leaf"));
}

function pass(): Middleware {
  return (_, next) => next();
}

function react(): Middleware {
  let ended = 0;
  const end = (): void => void ended++;
  return (_, next) => {
    const call = next();
    call.then(end, end);
    return call;
  };
}
