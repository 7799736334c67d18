import { Agent, get } from "node:http";

import type { Get } from "../subject.ts";

export function byHttp(_: string, connections: number): Get {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return (url) =>
    new Promise((resolve, reject) => {
      get(url, { agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }),
        );
        response.on("error", reject);
      }).on("error", reject);
    });
}

/** Nobody can tell it how many connections to make. */
export function byFetch(): Get {
  return async (url) => {
    const response = await fetch(url);
    return { status: response.status, body: new Uint8Array(await response.arrayBuffer()) };
  };
}
