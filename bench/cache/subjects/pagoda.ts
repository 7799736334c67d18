import { DiskCache } from "../../../src/layers/disk-cache/disk-cache.ts";
import { HEADERS, type Subject } from "../subject.ts";

export const pagoda: Subject = {
  name: "pagoda DiskCache",
  evicts: true,
  async open(dir, maxEntries) {
    const store = new DiskCache({ dir, maxEntries, maxBytes: Infinity });
    return {
      get: async (path) => (await store.get(`GET https://example.com${path}`))[0]?.body,
      put: (path, body) =>
        store.put(`GET https://example.com${path}`, {
          url: `https://example.com${path}`,
          status: 200,
          headers: HEADERS,
          body,
          vary: { "accept-encoding": "gzip, br" },
          storedAt: 784_887_151_000,
          expiresAt: 784_887_751_000,
        }),
      close: () => store[Symbol.dispose](),
    };
  },
};
