import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

import { demoHosts } from "./hosts.ts";
import { serveSite } from "./site.ts";

const SLOW_MS = 300;
const out = ".demo/pages.jsonl";

await using site = await serveSite(demoHosts(() => setTimeout(SLOW_MS)));
const args = [
  "crawl",
  site.url("www.pagoda.test", "/"),
  "--scope=same-domain",
  `--resolve=*:${site.port}:127.0.0.1`,
  "--delay=50ms",
  `--out=${out}`,
  "--metrics-json=.demo/metrics.json",
];
await mkdir(".demo", { recursive: true });
console.log(`$ pagoda ${args.join(" ")}`);
const command = spawn(process.execPath, ["dist/cli/main.js", ...args], { stdio: "inherit" });
process.on("SIGINT", () => {}); // a terminal sends it to the command too, which then ends in order
const [code]: unknown[] = await once(command, "exit");
process.exitCode = Number(code ?? 1);

const lines = (await readFile(out, "utf8")).split("\n").slice(0, -1);
console.log(`\n${lines.length} lines in ${out}, such as`);
for (const line of lines.slice(0, 3)) console.log(line);
