import { Socket, type TcpNetConnectOpts } from "node:net";

/** Connections of this process that are led elsewhere, until it is disposed. */
export interface Diversion extends Disposable {
  /** Addresses that were connected to, in order. */
  readonly addresses: readonly string[];
}

/** Leads connections to a port of this machine that `portFor` names by the address; others go where they should. */
export function divert(portFor: (address: string) => number | undefined): Diversion {
  const addresses: string[] = [];
  const original = Object.getOwnPropertyDescriptor(Socket.prototype, "connect");
  const connect: unknown = original?.value;
  if (!original || typeof connect !== "function") throw new TypeError("No way to connect");

  const diverted = function (this: Socket, ...args: readonly unknown[]): unknown {
    // Node hands over what it has normalised already in an array of its own.
    const [first] = args;
    const options: TcpNetConnectOpts = Object(Array.isArray(first) ? first[0] : first);
    const { host = "localhost" } = options;
    const port = portFor(host);
    if (options.port !== undefined) addresses.push(host);
    if (port === undefined) return Reflect.apply(connect, this, args);
    return Reflect.apply(connect, this, [{ ...options, host: "127.0.0.1", port }]);
  };
  Object.defineProperty(Socket.prototype, "connect", { ...original, value: diverted });
  return {
    addresses,
    [Symbol.dispose]: () => void Object.defineProperty(Socket.prototype, "connect", original),
  };
}
