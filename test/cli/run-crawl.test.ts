import { watch } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";

import { describe, expect, it } from "vitest";

import { type Host, page } from "../../examples/demo/host.ts";
import { serveSite } from "../../examples/demo/site.ts";
import { Interrupts } from "../../src/cli/interrupts.ts";
import { runCrawl } from "../../src/cli/run-crawl.ts";
import type { Stderr } from "../../src/cli/screen.ts";
import { onBrokenPipe } from "../../src/cli/standard-output.ts";
import { FakeTerminal } from "../support/fake-terminal.ts";
import { folder } from "./command.ts";
import { typedOf } from "./typed-of.ts";

const evil = "\u001B]0;owned\u0007\u001B[2J\u202E";

describe("runCrawl", () => {
  it("leaves on a terminal its lines and the summary, and nothing of what pages want to do to it", async () => {
    const terminal = new FakeTerminal(200);
    const { code } = await crawl(terminal, ["--verbose"], [hostile]);
    expect(code).toBe(0);
    expect(terminal.lines[0]).toMatch(/^fetched +http:\/\/shop\.test:\d+\/ \(/);
    expect(terminal.lines[2]).toMatch(/^not fetched .*\/bad \(.*http:\/\/\[\uFFFD2J\uFFFDm/);
    expect(terminal.lines).toContain("  statuses       200 2 · 302 1");
    expect(terminal.lines.at(-1)).toMatch(/^ {2}slowest hosts {2}shop\.test /);
    // oxlint-disable-next-line no-control-regex -- what a terminal obeys, but for colours and live lines
    expect(terminal.written).not.toMatch(/[\u0080-\u009F\u0007\u202E]|\u001B\]|\u001B\[2J/);
  });

  it("tells all in records with --log json, from the beginning to the end", async () => {
    const pipe = new PassThrough({ encoding: "utf8" });
    const { code } = await crawl(pipe, ["--log=json", "--verbose"], [hostile]);
    const records = recordsIn(pipe);
    expect(code).toBe(0);
    expect(records.filter(({ layer }) => layer === undefined).map(({ event }) => event)).toEqual([
      "began",
      "fetched",
      "fetched",
      "notFetched",
      "ended",
    ]);
    expect(records.some(({ event, layer }) => event === "fetched" && layer === "robots")).toBe(
      true,
    );
    expect(records.at(-1)).toMatchObject({ level: "info", pages: 2, stopReason: "finished" });
    expect(records.at(-1)?.["elapsedMs"]).toSatisfy(Number.isInteger);
  });

  it("shows no secret of the start URL or of headers in a record", async () => {
    const pipe = new PassThrough({ encoding: "utf8" });
    const options = ["--log=json", "--log-level=trace", "--header=Authorization: hush"];
    await crawl(pipe, options, [hostile], "/?token=hush");
    const text = String(pipe.read());
    expect(text).toContain("token=REDACTED");
    expect(text).not.toContain("hush");
  });

  it("tells also by a record why it fails", async () => {
    const pipe = new PassThrough({ encoding: "utf8" });
    const { code } = await crawl(pipe, ["--log=json", "--quiet"], [empty]);
    expect(code).toBe(1);
    const message = expect.stringMatching(/^No page could be fetched \(.*404.*\)$/);
    expect(recordsIn(pipe)).toMatchObject([
      { level: "error", event: "exit", exitCode: 1, error: { message } },
    ]);
  });

  it("prints records above the live lines of a terminal", async () => {
    const terminal = new FakeTerminal(80);
    await crawl(terminal, ["--log=pretty"], [hostile]);
    expect(terminal.lines.join("\n")).toMatch(/INFO {2}began .*INFO {2}fetched .*INFO {2}ended /s);
  });

  it("goes on where nobody reads the standard error any more", async () => {
    using _ = onBrokenPipe(() => {}, [process.stderr]);
    const broken = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
    const site: Host = {
      name: "shop.test",
      pages: [],
      routes: {
        "/": () => {
          process.stderr.emit("error", broken);
          return page("Shop", ["/2"]);
        },
        "/2": page("Last"),
      },
    };
    const pipe = new PassThrough({ encoding: "utf8" });
    await crawl(pipe, ["--log=json"], [site]);
    expect(recordsIn(pipe).at(-1)).toMatchObject({ pages: 2, stopReason: "finished" });
  });

  it("fails where a budget comes before the first page", async () => {
    const pipe = new PassThrough();
    await expect(crawl(pipe, ["--max-errors=1"], [empty])).rejects.toThrow(
      "No page could be fetched",
    );
  });

  it("writes --metrics-json while it runs, as often as --metrics-interval says", async () => {
    await using dir = await folder();
    const written = firstFileIn(dir.path);
    const slow: Host = {
      name: "shop.test",
      pages: [],
      routes: {
        "/": async () => {
          await written;
          return page("Late");
        },
      },
    };
    const metrics = `--metrics-json=${join(dir.path, "metrics.json")}`;
    const { code } = await crawl(new PassThrough(), [metrics, "--metrics-interval=1ms"], [slow]);
    expect(code).toBe(0);
  });

  it("wants a file for --metrics-interval", async () => {
    const crawled = crawl(new PassThrough(), ["--metrics-interval=1s"], [empty]);
    await expect(crawled).rejects.toThrow("Expected --metrics-json with --metrics-interval");
  });
});

/** Two pages, and a redirect that would take over a terminal. */
const hostile: Host = {
  name: "shop.test",
  pages: [],
  routes: {
    "/": page("Shop", ["/2"]),
    "/2": page(evil, ["/bad"]),
    "/bad": { status: 302, headers: { location: "http://[\u009B2J\u009Bm" } },
  },
};

const empty: Host = { name: "shop.test", pages: [], routes: {} };

async function crawl(
  stderr: Stderr,
  options: readonly string[],
  hosts: readonly Host[],
  path = "/",
): Promise<{ readonly code: number }> {
  await using dir = await folder();
  await using site = await serveSite(hosts);
  const reach = ["--delay=0", `--resolve=*:${site.port}:127.0.0.1`];
  const out = `--out=${join(dir.path, "pages.jsonl")}`;
  using interrupts = new Interrupts();
  const typed = await typedOf(site.url("shop.test", path), out, ...reach, ...options);
  return { code: await runCrawl(typed, interrupts, stderr) };
}

function recordsIn(pipe: PassThrough): readonly Readonly<Record<string, unknown>>[] {
  const lines = String(pipe.read()).trimEnd().split("\n");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what records are
  return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}

async function firstFileIn(dir: string): Promise<void> {
  for await (const { filename } of watch(dir)) {
    if (filename === "metrics.json") return;
  }
}
