import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import type { CrawlMetrics } from "../../../src/cli/metrics/crawl-metrics.ts";
import { metricsEvery } from "../../../src/cli/metrics/metrics-every.ts";
import { metricsFileOf } from "../../../src/cli/metrics/metrics-file.ts";
import type { CrawlRun } from "../../../src/engine/crawl-run.ts";
import type { StopReason } from "../../../src/engine/crawl-stats.ts";
import { crawl } from "../../../src/engine/crawl.ts";
import { everything } from "../../engine/support/crawls.ts";
import { type Answer, fakeSite, type FakeSite } from "../../support/fake-site.ts";
import { folder } from "../command.ts";
import { statsOf } from "../stats-of.ts";
import { typedOf } from "../typed-of.ts";
import { faultsOf, membersOf, type Schema } from "./check-schema.ts";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- that is what the file holds
const schema = JSON.parse(await readFile("docs/stats.schema.json", "utf8")) as Schema;
const url = "http://a.test/0";

describe("metricsFileOf", () => {
  it("writes what the schema says, before, in and after a crawl, and nothing that it does not say", async () => {
    await using dir = await folder();
    const moments = await metricsIn(dir.path);
    expect(moments.map(({ stopReason }) => stopReason)).toEqual([null, null, null, "finished"]);
    for (const metrics of moments) expect(faultsOf(metrics, schema)).toEqual([]);
    const told = new Set(Object.keys(moments.at(-1) ?? {}));
    expect(told).toEqual(new Set(Object.keys(schema.properties ?? {})));
    expect(await readdir(dir.path)).toEqual(["metrics.json"]);
  });

  it("counts what happened: errors, retries, hosts, times and rates", async () => {
    await using dir = await folder();
    const [, early, , last] = await metricsIn(dir.path);
    expect(early).toMatchObject({ pages: 1, interval: { ms: 150 }, endedAt: null });
    expect(last).toMatchObject({
      schemaVersion: 1,
      startedAt: "1970-01-01T00:00:00.000Z",
      pages: 3,
      retries: 1,
      statuses: { "200": 3, "404": 1, "503": 1 },
      errors: { not_found: 1 },
      latency: { count: 5, meanMs: 100, maxMs: 100 },
      hosts: 1,
      hostStats: [{ host: "a.test", requests: 5, failures: 1 }],
      start: ["http://REDACTED:REDACTED@a.test/0"],
      options: { delay: 0, robots: true },
    });
    const { elapsedMs = 0, rates } = last ?? {};
    expect(rates?.pagesPerSecond).toBeCloseTo(3000 / elapsedMs);
  });

  it("tells of an output that hangs that the crawl was stopped", async () => {
    await using dir = await folder();
    const file = join(dir.path, "metrics.json");
    const run = crawl({ ...everything(site()), start: url });
    const metrics = await metricsOf(file);
    await metrics?.writeLast(run);
    const written = await read(file);
    expect(written.stopReason).toBe("stopped");
    expect(faultsOf(written, schema)).toEqual([]);
  });

  it("leaves how it ended as it is, whatever was being written then and is to be written later", async () => {
    await using dir = await folder();
    const file = join(dir.path, "metrics.json");
    const run = crawl({ ...everything(site()), start: url });
    const metrics = await metricsOf(file);
    const before = metrics?.write(run);
    await metrics?.writeLast(run);
    await Promise.all([before, metrics?.write(run)]);
    expect((await read(file)).stopReason).toBe("stopped");
    expect(await readdir(dir.path)).toEqual(["metrics.json"]);
  });

  it("counts the interval from what was written, and not from what could not be", async () => {
    await using dir = await folder();
    const file = join(dir.path, "later", "metrics.json");
    const metrics = await metricsOf(file);
    await expect(metrics?.write(at(100))).rejects.toThrow("Cannot write --metrics-json");
    await mkdir(join(dir.path, "later"));
    await metrics?.write(at(300));
    expect((await read(file)).interval.ms).toBe(300);
    await metrics?.writeLast(at(350));
    expect((await read(file)).interval.ms).toBe(50);
  });

  it("shows options that are numbers, switches and choices, and no secret, path or URL", async () => {
    await using dir = await folder();
    const file = join(dir.path, "hush.json");
    const args = `http://me:hush@a.test/ --no-retry --no-trap-guard --circuit-breaker --http2 --ssrf-guard
      --cookies --waf-detect --no-tracing --max-memory=2GB --max-cpu=80% --min-free-disk=1GB --format=csv
      --metrics-interval=1s --metrics-json=${file} --header=Authorization:hush
      --proxy=http://me:hush@proxy.test --otlp=http://hush.test:4318 --out=hush.csv --cache=hush
      --state=hush.db --user-agent=hush --include=*hush* --exclude=*hush*
      --sitemap=http://a.test/hush.xml --resolve=hush.test:80:127.0.0.1`;
    const { urls, values } = await typedOf(...args.split(/\s+/));
    await metricsFileOf(urls, values)?.writeLast(crawl({ ...everything(site()), start: url }));
    const written = await read(file);
    expect(JSON.stringify(written)).not.toContain("hush");
    expect(faultsOf(written, schema)).toEqual([]);
    expect(written.options).toMatchObject({
      retry: false,
      trapGuard: false,
      circuitBreaker: true,
      http2: true,
      ssrfGuard: true,
      cookies: true,
      wafDetect: true,
      tracing: false,
      maxMemory: 2e9,
      maxCpu: 0.8,
      minFreeDisk: 1e9,
      format: "csv",
      metricsInterval: 1000,
    });
  });

  it("is none without a file", async () => {
    const { urls, values } = await typedOf(url);
    expect(metricsFileOf(urls, values)).toBeUndefined();
  });
});

describe("metricsEvery", () => {
  it("tells what cannot be written, and lets the crawl go on", async () => {
    const told: string[] = [];
    const { statsEvery } = metricsEvery({ metricsInterval: 5 }, failing, (line) => {
      told.push(line);
    });
    expect(statsEvery?.ms).toBe(5);
    const run = crawl({ ...everything(site()), start: url });
    await statsEvery?.tell(run.stats());
    expect(told).toEqual(["no room"]);
  });

  it("asks for nothing where no interval was asked for", () => {
    expect(
      metricsEvery(
        {},
        async () => {},
        () => {},
      ),
    ).toEqual({});
  });
});

describe("docs/stats.md", () => {
  it("has a row for each member of the schema, in its order, with what it says", async () => {
    const page = await readFile("docs/stats.md", "utf8");
    const rows = [...page.matchAll(/^\| `([^`]+)` +\| (.+?) +\| (.+?) +\|$/gm)];
    expect(rows.map(([, path, , what]) => [path, what])).toEqual(
      membersOf(schema).map(([path, { description }]) => [path, description]),
    );
  });
});

describe("docs/stats.schema.json", () => {
  it("knows all reasons for which a crawl stops", () => {
    expect(new Set(schema.properties?.["stopReason"]?.enum)).toEqual(
      new Set([...Object.keys(reasons), null]),
    );
  });
});

const reasons: Readonly<Record<StopReason, true>> = {
  finished: true,
  maxPages: true,
  maxTimeMs: true,
  maxBytes: true,
  maxErrors: true,
  rssBytes: true,
  cpuShare: true,
  freeDiskBytes: true,
  stopped: true,
  aborted: true,
  failed: true,
};

/** What is written of a crawl before it begins, after 150 and 200 ms, and when it has ended. */
async function metricsIn(dir: string): Promise<readonly CrawlMetrics[]> {
  const file = join(dir, "metrics.json");
  const metrics = await metricsOf(file);
  const crawled = site();
  const { clock } = crawled;
  const run = crawl({ ...everything(crawled), start: url });
  const moments: CrawlMetrics[] = [];
  const note = async (): Promise<void> => {
    await metrics?.write(run);
    moments.push(await read(file));
  };
  await note();
  const done = run.done();
  for (const steps of [[100, 50], [50]]) {
    for (const ms of steps) {
      await clock.settle();
      clock.advance(ms);
      await clock.settle();
    }
    await note();
  }
  await clock.run(done);
  await metrics?.writeLast(run);
  return [...moments, await read(file)];
}

/** Three pages, one of which is busy at first, and one that is missing; 100 ms each. */
function site(): FakeSite {
  const pages: Readonly<Record<string, readonly string[]>> = {
    "/0": ["/1", "/gone"],
    "/1": ["/2"],
    "/2": [],
  };
  const answer = (asked: string, visit: number): Answer | undefined => {
    const { pathname } = new URL(asked);
    return pathname === "/1" && visit === 1 ? { status: 503 } : pages[pathname];
  };
  return fakeSite(answer, { latencyMs: 100 });
}

async function metricsOf(file: string): Promise<ReturnType<typeof metricsFileOf>> {
  const options = ["--delay=0", "--proxy=http://me:hush@proxy.test", `--metrics-json=${file}`];
  const { urls, values } = await typedOf("http://me:hush@a.test/0", ...options);
  return metricsFileOf(urls, values);
}

/** A crawl that has done nothing for so long. */
function at(elapsedMs: number): Pick<CrawlRun<unknown>, "hosts" | "stats"> {
  return { hosts: () => [], stats: () => statsOf({ elapsedMs }) };
}

function failing(): Promise<void> {
  return Promise.reject(new Error("no room"));
}

async function read(file: string): Promise<CrawlMetrics> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema checks it
  return JSON.parse(await readFile(file, "utf8")) as CrawlMetrics;
}
