import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { demoHosts } from "../../examples/demo/hosts.ts";
import { serveSite } from "../../examples/demo/site.ts";
import { Interrupts } from "../../src/cli/interrupts.ts";
import { runCrawl } from "../../src/cli/run-crawl.ts";
import { typedOf } from "../cli/typed-of.ts";
import { FakeTerminal } from "../support/fake-terminal.ts";
import { terminalSvg } from "./terminal-svg.ts";

const COLUMNS = 100;
const PAGES = 120;
/** How many of them have been fetched on the picture, at least. */
const SHOWN = 80;

/** Crawls the demo site, and draws the terminal in the midst of it: `npx tsx test/docs/screenshot.ts`. */
const dir = await mkdtemp(join(tmpdir(), "pagoda-screenshot-"));
await using site = await serveSite(demoHosts(() => setTimeout(300)));
using interrupts = new Interrupts();
const terminal = new FakeTerminal(COLUMNS);
const start = site.url("www.pagoda.test", "/");
const options = ["--scope=same-domain", `--max-pages=${PAGES}`];
const unshown = [
  "--delay=50ms",
  `--resolve=*:${site.port}:127.0.0.1`,
  `--out=${join(dir, "pages.jsonl")}`,
];

let rows = terminal.cells;
const looking = setInterval(() => {
  const pages = terminal.lines.map((line) => /^(\d+) pages · /.exec(line)?.[1] ?? "0");
  if (rows.length === 0 && Math.max(...pages.map(Number)) >= SHOWN) rows = terminal.cells;
}, 20);
Object.assign(process.env, { FORCE_COLOR: "1", CI: "", TERM: "xterm-256color" });
await runCrawl(await typedOf(start, ...options, ...unshown), interrupts, terminal);
clearInterval(looking);
await rm(dir, { recursive: true });
const command = `pagoda crawl ${[start, ...options].join(" ")}`;
await writeFile("docs/terminal.svg", terminalSvg(command, rows, COLUMNS));
