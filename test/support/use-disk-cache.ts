// Stores "a" and "b", uses "a", forgets the store and ends without disposing of anything, after a
// collection of garbage where there can be one. Run by disk-cache.test.ts.
import { DiskCache } from "../../src/layers/disk-cache/disk-cache.ts";

const [, , dir = "", fsync] = process.argv;
const entry = { url: "", status: 200, headers: [], vary: {}, storedAt: 0, expiresAt: 1 };

async function use(): Promise<void> {
  const store = new DiskCache({ dir, fsync: fsync === "fsync" });
  for (const key of ["a", "b"]) await store.put(key, { ...entry, body: new Uint8Array() });
  await store.get("a");
}

await use();
for (let n = 0; n < 10; n++) {
  globalThis.gc?.();
  await new Promise(setImmediate);
}
