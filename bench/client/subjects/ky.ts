import { peer } from "../../overhead/peer.ts";
import type { ClientSubject } from "../subject.ts";

interface Names {
  readonly default: (url: string) => Promise<Response>;
}

/** On the fetch of Node, and with the connections of that. */
export async function ky(): Promise<ClientSubject> {
  const { default: ky } = await peer<Names>("ky");
  return () => async (url) => {
    const response = await ky(url);
    return { status: response.status, body: new Uint8Array(await response.arrayBuffer()) };
  };
}
