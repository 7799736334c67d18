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

describe("a reader that goes away", () => {
  it("ends the crawl, quietly", async () => {
    await using site = await serveSite([endless(async () => {})]);
    const { child, ended } = start(argsFor(site.port));
    child.stdout?.once("data", () => child.stdout?.destroy());
    const { code, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});

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
