import { describe, expect, it } from "vitest";

import type { CrawlRun } from "../../src/engine/crawl-run.ts";
import { crawl } from "../../src/engine/crawl.ts";
import { GaveUpError } from "../../src/engine/life/gave-up-error.ts";
import type { Spider } from "../../src/engine/plan/crawl-options.ts";
import { settle } from "../../src/service/outcome.ts";
import { fakeSite, type FakeSite } from "../support/fake-site.ts";
import { sleep } from "./support/crawls.ts";

const start = "http://a.test/";
const never = (): Promise<never> => new Promise(() => {});

describe("a crawl that was stopped", () => {
  const hanging: readonly (readonly [string, Partial<Spider<string>>, string])[] = [
    ["open()", { open: never }, "open() did not end"],
    ["a sink in open()", { sinks: [{ open: never, write: () => {} }] }, "a sink in open() did not"],
    ["a sink in write()", { sinks: [{ write: never }] }, "a sink or the frontier did not"],
    ["a sink in close()", { sinks: [{ write: () => {}, close: never }] }, "a sink or the frontier"],
    ["close()", { close: never }, "close() did not end"],
  ];

  it.each(hanging)("gives up %s that hangs, and tells so", async (_, options, message) => {
    const { done, failure, run, site } = await started(options);
    await site.clock.run(run.stop({ graceMs: 1000, giveUpMs: 5000 }));
    await site.clock.run(done);
    expect(failure()).toBeInstanceOf(GaveUpError);
    expect(String(failure())).toContain(message);
    expect(failure()).toMatchObject({ code: "gave_up" });
    expect(run.stats()).toMatchObject({ stopReason: "failed" });
    expect(site.clock.pending).toBe(0);
  });

  it("waits 10 s for what is under way, and 10 s more for what hangs", async () => {
    const { done, run, site } = await started({ sinks: [{ write: never }] });
    await site.clock.run(run.stop());
    await site.clock.run(done);
    expect(run.stats().elapsedMs).toBe(100 + 10_000 + 10_000);
  });

  it("waits as long as anything moves, so that a slow sink loses nothing", async () => {
    const written: string[] = [];
    const site = fakeSite(() => []);
    const { done, failure, run } = await started(
      {
        service: site.stack,
        *parse() {
          for (let n = 0; n < 50; n++) yield String(n);
        },
        sinks: [{ write: (item) => sleep(site, 900).then(() => void written.push(item)) }],
      },
      site,
    );
    await site.clock.run(run.stop({ graceMs: 0, giveUpMs: 1000 }));
    await site.clock.run(done);
    expect(failure()).toBeUndefined();
    expect(written).toHaveLength(50);
  });

  it("closes the sinks that do not hang, and calls close()", async () => {
    const log: string[] = [];
    const { done, run, site } = await started({
      sinks: [
        { write: (item) => void log.push(item), close: () => void log.push("shut") },
        { write: never, close: () => void log.push("hung") },
      ],
      close: (stats) => void log.push(`close ${stats.stopReason}`),
    });
    await site.clock.run(run.stop({ graceMs: 0, giveUpMs: 10 }));
    await site.clock.run(done);
    expect(log).toEqual([start, "shut", "close failed"]);
  });

  it("gives up sooner where a later stop says so", async () => {
    const { done, run, site } = await started({ sinks: [{ write: never }] });
    const patient = run.stop({ graceMs: 0, giveUpMs: Infinity });
    await site.clock.run(sleep(site, 60_000));
    expect(run.stats().stopReason).toBeUndefined();
    await site.clock.run(Promise.all([patient, run.stop({ graceMs: 0, giveUpMs: 5 })]));
    await site.clock.run(done);
    expect(run.stats().elapsedMs).toBe(100 + 60_000 + 5);
  });

  it("waits for ever for what hangs where it was not stopped", async () => {
    const { run, site } = await started({ sinks: [{ write: never }] });
    await site.clock.run(sleep(site, 1_000_000));
    expect(run.stats().stopReason).toBeUndefined();
    await site.clock.run(run.stop({ graceMs: 0, giveUpMs: 0 }));
  });
});

describe("a crawl whose signal aborts", () => {
  it("gives up what hangs after giveUpMs, and tells why it was aborted", async () => {
    const controller = new AbortController();
    const { done, failure, run, site } = await started({
      signal: controller.signal,
      giveUpMs: 300,
      sinks: [{ write: never }],
    });
    controller.abort("enough");
    await site.clock.run(done);
    expect(failure()).toMatchObject({ code: "gave_up", cause: "enough" });
    expect(run.stats().elapsedMs).toBe(400);
  });
});

interface Started {
  readonly site: FakeSite;
  readonly run: CrawlRun<string>;
  readonly done: Promise<unknown>;
  readonly failure: () => unknown;
}

/** A crawl of one page and one item that has run for 100 ms. */
async function started(
  options: Partial<Spider<string>>,
  site: FakeSite = fakeSite(() => []),
): Promise<Started> {
  const run = crawl<string>({ service: site.stack, start, parse: () => [start], ...options });
  let failure: unknown;
  const done = settle(run.done()).then((outcome) => {
    failure = outcome.ok ? undefined : outcome.error;
    return outcome;
  });
  await site.clock.run(sleep(site, 100));
  return { site, run, done, failure: () => failure };
}
