// Asks a whole stack for pages, twice each, where its cache cannot be kept, as a user who is not root;
// tells what came of it and what was left. Run by disk-cache-failure.test.ts.
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { HttpResponse } from "../../src/http/message.ts";
import { DiskCache } from "../../src/layers/disk-cache/disk-cache.ts";
import { httpStack } from "../../src/layers/http-stack/http-stack.ts";
import { becomeNobody, openUp } from "./nobody.ts";

const [, , what] = process.argv;
const root = becomeNobody();
const dir = join(root, "cache");
const warnings: string[] = [];
process.on("warning", ({ name }) => warnings.push(name));

const body = new Uint8Array(what === "full" ? 10_000 : 10);
const page = (url: string): HttpResponse => new HttpResponse({ url, status: 200, body });
const stackOver = (dir: string) =>
  httpStack({ cache: new DiskCache({ dir }), robots: false, delayMs: 0 }).service(async ({ url }) =>
    page(url),
  );

if (what === "read-only") {
  mkdirSync(dir, { mode: 0o500 });
} else if (what === "locked") {
  mkdirSync(dir, { mode: 0o000 });
} else if (what === "a file") {
  writeFileSync(dir, "");
} else if (what === "filled, then read-only") {
  await stackOver(dir).call({ url: "http://a.test/0" });
  for (const name of ["", ...readdirSync(dir, { recursive: true }).map(String)].toReversed()) {
    chmodSync(join(dir, name), name.length > 30 || name.endsWith("journal") ? 0o400 : 0o500);
  }
}
const stack = stackOver(dir);
const answers: string[] = [];
for (const path of ["0", "0", "1", "1"]) {
  const { fromCache, status } = await stack.call({ url: `http://a.test/${path}` });
  answers.push(`${status} ${fromCache ? "cache" : "network"}`);
}
const put = await stack.call({ url: "http://a.test/0", method: "PUT" });
const { fromCache } = await stack.call({ url: "http://a.test/0" });
answers.push(`${put.status} PUT, then ${fromCache ? "cache" : "network"}`);
await new Promise(setImmediate); // warnings come in a later turn
openUp(root);
const left = readdirSync(root, { recursive: true }).map(String);
const unfinished = left.filter((name) => name.endsWith(".tmp")).length;
process.stdout.write(JSON.stringify({ answers, warnings, unfinished }));
