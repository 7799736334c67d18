import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket, TcpNetConnectOpts } from "node:net";

/** Connections of this process that are led elsewhere, until it is disposed. */
export interface Diversion extends Disposable {
  /** Addresses that were connected to, in order. */
  readonly addresses: readonly string[];
}

/** Leads connections to a port of this machine that `portFor` names by the address; others go where they should. */
export function divert(portFor: (address: string) => number | undefined): Diversion {
  const addresses: string[] = [];
  const made = (message: unknown): void => {
    const { socket }: { readonly socket: Socket } = Object(message);
    const connect = socket.connect.bind(socket);
    socket.connect = (...args: readonly unknown[]) => {
      // Node hands over the options in an array of its own.
      const [options]: readonly TcpNetConnectOpts[] = Object(args[0]);
      if (!options) throw new TypeError("A connection without options");
      const { host = "localhost" } = options;
      addresses.push(host);
      const port = portFor(host);
      return connect(port === undefined ? options : { ...options, host: "127.0.0.1", port });
    };
  };
  subscribe("net.client.socket", made);
  return {
    addresses,
    [Symbol.dispose]: () => void unsubscribe("net.client.socket", made),
  };
}
