// Tells what a store finds where it may not read a file, as a user who is not root. Run by
// disk-cache-damage.test.ts.
import { chmodSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { DiskCache } from "../../src/layers/disk-cache/disk-cache.ts";
import { becomeNobody } from "./nobody.ts";

const dir = becomeNobody();
const entry = { url: "", status: 200, headers: [], vary: {}, storedAt: 0, expiresAt: 1 };
const store = new DiskCache({ dir });
const put = (): Promise<void> => store.put("a", { ...entry, body: new Uint8Array() });
const found = async (): Promise<number> => (await store.get("a")).length;

await put();
const name = readdirSync(dir, { recursive: true }).find((name) =>
  /[\da-f]{32}$/.test(String(name)),
);
const path = join(dir, String(name));
chmodSync(path, 0);
const first = await found();
const isLeft = existsSync(path);
await put();
process.stdout.write(JSON.stringify({ found: first, isLeft, again: await found() }));
