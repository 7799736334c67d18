import type { Socket } from "node:net";

import { ProxyRefusal } from "../../proxy-refusal.ts";
import { messageOf } from "../network-error.ts";
import type { HttpProxy } from "./http-proxy.ts";
import { tunnelStatus } from "./tunnel-status.ts";

/**
 * Has a proxy make a tunnel of a connection to it (RFC 9110, section 9.3.6): what is sent on it from then
 * on reaches `target`, a host and its port.
 *
 * Rejects where the proxy refuses, hangs up or does not speak HTTP, and closes the connection.
 */
export async function openTunnel(socket: Socket, target: string, proxy: HttpProxy): Promise<void> {
  const { origin, authorization } = proxy;
  const credentials = authorization === undefined ? [] : [`Proxy-Authorization: ${authorization}`];
  const head = [`CONNECT ${target} HTTP/1.1`, `Host: ${target}`, ...credentials, "", ""];
  socket.on("error", () => {}); // one may come before whoever uses the tunnel listens
  socket.write(head.join("\r\n"));
  try {
    const status = await answer(socket, origin);
    if (status < 200 || status > 299) throw new ProxyRefusal(origin, status);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** The status of what a proxy answers. */
function answer(socket: Socket, proxy: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let received = "";
    const stop = (): void =>
      void socket.off("readable", read).off("error", fail).off("end", cut).off("close", cut);
    const fail = (error: Error): void => {
      stop();
      reject(error);
    };
    const cut = (): void => fail(closedEarly(proxy));
    const read = (): void => {
      const bytes: Buffer | null = socket.read();
      received += bytes?.toString("latin1") ?? "";
      try {
        const status = tunnelStatus(received);
        if (status === undefined) return;
        stop();
        resolve(status);
      } catch (error) {
        fail(new Error(`The answer of the proxy ${proxy} is unusable: ${messageOf(error)}`));
      }
    };
    socket.on("readable", read).on("error", fail).on("end", cut).on("close", cut);
  });
}

function closedEarly(proxy: string): Error {
  const error = new Error(`The proxy ${proxy} closed the connection before it answered`);
  return Object.assign(error, { code: "ECONNRESET" });
}
