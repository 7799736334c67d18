import { Agent } from "node:http";

import { peer } from "../../overhead/peer.ts";
import type { ClientSubject } from "../subject.ts";

interface Names {
  readonly default: { create(options: object): Axios };
}
interface Axios {
  get(url: string): Promise<{ readonly status: number; readonly data: Buffer }>;
}

export async function axios(): Promise<ClientSubject> {
  const { default: axios } = await peer<Names>("axios");
  return (_, connections) => {
    const httpAgent = new Agent({ keepAlive: true, maxSockets: connections });
    const client = axios.create({ httpAgent, responseType: "arraybuffer" });
    return async (url) => {
      const { status, data } = await client.get(url);
      return { status, body: data };
    };
  };
}
