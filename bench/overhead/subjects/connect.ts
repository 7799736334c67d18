import { peer } from "../peer.ts";
import { heights, leaf, type Row } from "../row.ts";

interface Request {
  readonly n: number;
  readonly message: unknown;
  readonly method: { readonly input: unknown };
}
type Next = (request: Request) => Promise<unknown>;
type Interceptor = (next: Next) => Next;
interface Call {
  readonly req: Request;
  readonly next: Next;
  readonly interceptors: readonly Interceptor[];
}
interface Protocol {
  readonly runUnaryCall: (call: Call) => Promise<unknown>;
}
interface Protobuf {
  readonly create: (schema: unknown) => unknown;
}
interface WellKnownTypes {
  readonly EmptySchema: unknown;
}

/** Interceptors of Connect, run as a transport runs them. */
export async function connect(): Promise<readonly Row[]> {
  const { runUnaryCall } = await peer<Protocol>("@connectrpc/connect/protocol");
  const { create } = await peer<Protobuf>("@bufbuild/protobuf");
  const { EmptySchema } = await peer<WellKnownTypes>("@bufbuild/protobuf/wkt");
  const call = { message: create(EmptySchema), method: { input: EmptySchema } };

  const through = (make: () => Interceptor) => (layers: number) => {
    const interceptors = Array.from({ length: layers }, make);
    return (n: number) => runUnaryCall({ req: { ...call, n }, next: answer, interceptors });
  };
  return [
    ...heights("connect", "pass", through(pass)),
    ...heights("connect", "react", through(react), 1),
  ];
}

function answer({ n }: Request): Promise<unknown> {
  return leaf(n);
}

function pass(): Interceptor {
  return (next) => (request) => next(request);
}

function react(): Interceptor {
  let ended = 0;
  const end = (): void => void ended++;
  return (next) => (request) => {
    const call = next(request);
    call.then(end, end);
    return call;
  };
}
