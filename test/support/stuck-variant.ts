// Tells what a delete leaves where one folder cannot be written, as a user who is not root. Run by
// disk-cache-others.test.ts.
import { chmodSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

import { DiskCache } from "../../src/layers/disk-cache/disk-cache.ts";
import { becomeNobody } from "./nobody.ts";

const dir = becomeNobody();
const store = new DiskCache({ dir });
for (const a of ["1", "2", "3"]) {
  const times = { storedAt: 0, expiresAt: 1 };
  const body = new Uint8Array();
  await store.put("a", { url: "", status: 200, headers: [], body, vary: { a }, ...times });
}
const entries = (): readonly string[] =>
  readdirSync(dir, { recursive: true })
    .map((name) => join(dir, String(name)))
    .filter((path) => /[\da-f]{32}$/.test(path));
const stuck = dirname(entries()[1] ?? "");
chmodSync(stuck, 0o500);
const message = await store.delete("a").then(
  () => "",
  (error: Error) => error.message,
);
chmodSync(stuck, 0o700);
process.stdout.write(JSON.stringify({ message: message.split(" '")[0], left: entries().length }));
