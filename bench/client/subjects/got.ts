import { Agent } from "node:http";

import { peer } from "../../overhead/peer.ts";
import type { ClientSubject } from "../subject.ts";

interface Names {
  readonly default: { extend(options: object): Got };
}
type Got = (url: string) => Promise<{ readonly statusCode: number; readonly rawBody: Buffer }>;

export async function got(): Promise<ClientSubject> {
  const { default: got } = await peer<Names>("got");
  return (_, connections) => {
    const agent = { http: new Agent({ keepAlive: true, maxSockets: connections }) };
    const client = got.extend({ agent, responseType: "buffer" });
    return async (url) => {
      const { statusCode, rawBody } = await client(url);
      return { status: statusCode, body: rawBody };
    };
  };
}
