// Stores "a" and "b", uses "a", and ends without disposing of anything. Run by disk-cache.test.ts.
import { DiskCache } from "../../src/layers/disk-cache/disk-cache.ts";

const [, , dir = ""] = process.argv;
const store = new DiskCache({ dir });
const entry = { url: "", status: 200, headers: [], vary: {}, storedAt: 0, expiresAt: 1 };
for (const key of ["a", "b"]) await store.put(key, { ...entry, body: new Uint8Array() });
await store.get("a");
