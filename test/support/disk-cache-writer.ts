// Stores entries without end, each filled with the number of the writer. Run by disk-cache.test.ts.
import { DiskCache } from "../../src/layers/disk-cache/disk-cache.ts";

const [, , dir = "", writer = ""] = process.argv;
const store = new DiskCache({ dir, maxEntries: 10 });

for (let n = 0; ; n++) {
  await store.put(`GET /${n % 20}`, {
    url: writer,
    status: 200,
    headers: [],
    body: new Uint8Array(n % 10 === 0 ? 100_000 : 5000).fill(Number(writer)),
    vary: { writer },
    storedAt: 0,
    expiresAt: 1,
  });
  if (n === 20) process.send?.("begun");
}
