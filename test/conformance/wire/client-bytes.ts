import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

/** How many bytes the clients of this process have read while `work` was done. */
export async function bytesReadBy(work: () => Promise<unknown>): Promise<number> {
  const sockets: Socket[] = [];
  const connected = (message: unknown): void => {
    const { socket }: { readonly socket: Socket } = Object(message);
    sockets.push(socket);
  };
  subscribe("undici:client:connected", connected);
  try {
    await work();
  } finally {
    unsubscribe("undici:client:connected", connected);
  }
  return sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
}
