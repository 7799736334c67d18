import { peer } from "../../overhead/peer.ts";
import { HEADERS, type Subject } from "../subject.ts";

interface Cacache {
  readonly get: (dir: string, key: string) => Promise<{ readonly data: Uint8Array }>;
  readonly put: (
    dir: string,
    key: string,
    body: Uint8Array,
    options: { readonly metadata: unknown },
  ) => Promise<unknown>;
}

export const cacache: Subject = {
  name: "cacache",
  evicts: false,
  async open(dir) {
    const { default: cacache } = await peer<{ readonly default: Cacache }>("cacache");
    const metadata = { status: 200, headers: HEADERS };
    return {
      get: async (path) => (await cacache.get(dir, path).catch(() => undefined))?.data,
      put: (path, body) => cacache.put(dir, path, body, { metadata }),
      close() {},
    };
  },
};
