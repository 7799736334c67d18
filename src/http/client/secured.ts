import type { Socket } from "node:net";

import type { buildConnector } from "undici";

/** Makes TLS on top of a socket. */
export type Secure = buildConnector.connector;

/** TLS with that host on top of a connection that leads to it. */
export function secured(
  socket: Socket,
  host: buildConnector.Options,
  secure: Secure,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    secure({ ...host, httpSocket: socket }, (...[error, made]) => {
      if (error) reject(error);
      else resolve(made);
    });
  });
}
