import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { type Host, page } from "../../examples/demo/host.ts";
import { serveSite } from "../../examples/demo/site.ts";
import type { CrawlStats } from "../../src/engine/crawl-stats.ts";
import { folder, itemsOf, type PageItem, type Running, start } from "./command.ts";

describe("SIGINT", { concurrent: true }, () => {
  it("ends what is under way, writes whole lines and the figures, and exits 130", async () => {
    const { code, metrics, stderr, titles } = await interrupted(async ({ child, says }) => {
      child.kill("SIGINT");
      await says("Stopping");
    });
    expect(code).toBe(130);
    expect(stderr).toContain("Stopped after");
    expect(titles).toContain("Under way");
    expect(metrics).toMatchObject({ stopReason: "stopped", items: titles.length });
  });

  it("aborts what is under way when it comes twice, and still leaves whole lines", async () => {
    const { code, metrics, titles } = await interrupted(async ({ child, ended, says }) => {
      child.kill("SIGINT");
      await says("Stopping");
      child.kill("SIGINT");
      await ended;
    });
    expect(code).toBe(130);
    expect(titles).toContain("Before");
    expect(titles).not.toContain("Under way");
    expect(metrics).toMatchObject({ stopReason: "stopped", items: titles.length });
  });
});

describe("SIGTERM", () => {
  it("ends like SIGINT, and exits 143", async () => {
    const { code, metrics, titles } = await interrupted(async ({ child, says }) => {
      child.kill("SIGTERM");
      await says("Stopping");
    });
    expect(code).toBe(143);
    expect(titles).toContain("Under way");
    expect(metrics.stopReason).toBe("stopped");
  });
});

describe("an output that nobody reads", { concurrent: true }, () => {
  it.each([
    { option: "--out", hung: "0 pages" },
    { option: "--metrics-json", hung: "Stopped at --max-pages" },
  ])("does not outlive the second signal, where it is a pipe of $option", async (pipe) => {
    expect(await unread(pipe, ["SIGINT", "SIGTERM"])).toBe(130);
  });

  it("does not outlive the first signal for long", async () => {
    expect(await unread({ option: "--out", hung: "0 pages" }, ["SIGTERM"])).toBe(143);
  });

  it("does not outlive the second signal, where it is the standard output", async () => {
    await using dir = await folder();
    await using site = await serveSite([endless(async () => {})]);
    const metrics = join(dir.path, "metrics.json");
    const { child, says } = start([...argsFor(site.port), "--metrics-json", metrics]);
    child.stdout?.pause();
    await says("queued");
    child.kill("SIGINT");
    await says("Stopping");
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([130, null]);
    expect(JSON.parse(await readFile(metrics, "utf8"))).toMatchObject({ stopReason: "stopped" });
  });
});

describe("a reader that goes away", () => {
  it("ends the crawl, quietly", async () => {
    await using site = await serveSite([endless(async () => {})]);
    const { child, ended } = start(argsFor(site.port));
    child.stdout?.once("data", () => child.stdout?.destroy());
    const { code, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});

/** Sends signals when it hangs in a pipe that nobody reads; resolves to its exit code. */
async function unread(
  { option, hung }: { readonly option: string; readonly hung: string },
  signals: readonly ("SIGINT" | "SIGTERM")[],
): Promise<number | null> {
  await using dir = await folder();
  await using site = await serveSite([endless(async () => {})]);
  const pipe = join(dir.path, "pipe");
  execFileSync("mkfifo", [pipe]);
  const { child, ended, says } = start([...argsFor(site.port), "--max-pages=1", option, pipe]);
  await says(hung);
  const answers = ["Stopping", "Aborting"];
  for (const [at, signal] of signals.entries()) {
    child.kill(signal);
    await says(answers[at] ?? "");
  }
  return (await ended).code;
}

interface Interrupted {
  readonly code: number | null;
  readonly stderr: string;
  readonly metrics: CrawlStats;
  /** Those of the items, each line of which was whole. */
  readonly titles: readonly (string | null)[];
}

/** Crawls a host without an end, and acts while an answer is under way, which then comes. */
async function interrupted(act: (running: Running) => Promise<void>): Promise<Interrupted> {
  await using dir = await folder();
  const out = join(dir.path, "pages.jsonl");
  const metrics = join(dir.path, "metrics.json");
  await using site = await serveSite([endless(() => act(running))]);
  const running = start([...argsFor(site.port), "--out", out, "--metrics-json", metrics]);
  const { code, stderr } = await running.ended;
  const items: readonly PageItem[] = itemsOf(await readFile(out, "utf8"));
  return {
    code,
    stderr,
    metrics: JSON.parse(await readFile(metrics, "utf8")),
    titles: items.map(({ title }) => title),
  };
}

/** Each page leads to two more; one that comes after many others waits for `act`. */
function endless(act: () => Promise<void>): Host {
  let count = 0;
  return {
    name: "endless.test",
    pages: [],
    routes: {
      "/*": async ({ path }) => {
        if (++count !== 20) return page("Before", [`${path}a`, `${path}b`]);
        await act();
        return page("Under way");
      },
    },
  };
}

function argsFor(port: number): readonly string[] {
  const resolve = `endless.test:${port}:127.0.0.1`;
  const url = `http://endless.test:${port}/`;
  return ["crawl", url, "--delay=0", "--no-robots", "--resolve", resolve];
}
