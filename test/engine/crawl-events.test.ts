import { describe, expect, it } from "vitest";

import { type CrawlEvent, crawlEvents } from "../../src/engine/crawl-events.ts";
import { crawl } from "../../src/engine/crawl.ts";
import { ItemError } from "../../src/engine/items/sink.ts";
import { type Answer, fakeSite, to } from "../support/fake-site.ts";
import { everything } from "./support/crawls.ts";

describe("crawlEvents", () => {
  it("tell what becomes of each URL, and of what fails", async () => {
    const answers: Record<string, (visit: number) => Answer> = {
      "/": (visit) => (visit === 1 ? { status: 503 } : ["/moved", "/gone", "/bad"]),
      "/moved": () => to("/"),
      "/gone": () => ({ status: 410 }),
      "/bad": () => [],
    };
    const site = fakeSite((url, visit) => answers[url.slice("http://a.test".length)]?.(visit));
    const events: CrawlEvent[] = [];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is published
    const listen = (event: unknown): void => void events.push(event as CrawlEvent);
    const broken = new Error("broken");
    const sink = {
      write: () => {
        throw new ItemError("no");
      },
    };
    crawlEvents.subscribe(listen);
    const { parse } = everything(site);
    const run = crawl({
      ...everything(site),
      start: "http://a.test/",
      sinks: [sink],
      parse: (page) => (page.url.endsWith("bad") ? Promise.reject(broken) : parse(page)),
    });
    await site.clock.run(run.done());
    crawlEvents.unsubscribe(listen);

    const told = events.map(({ event, url, detail }) => [event, url.slice(13), detail]);
    expect(told).toEqual([
      ["retried", "/", { attempts: 1, afterMs: 50, error: expect.any(Error) }],
      ["fetched", "/", { status: 200, depth: 0 }],
      ["itemFailed", "", { error: expect.any(ItemError) }],
      ["redirected", "/moved", { to: "http://a.test/" }],
      ["notFetched", "/", { reason: "duplicate" }],
      ["notFetched", "/gone", { reason: "failed", error: expect.any(Error) }],
      ["fetched", "/bad", { status: 200, depth: 1 }],
      ["parseFailed", "/bad", { error: broken }],
    ]);
    expect(run.hosts()).toEqual([
      { host: "a.test", requests: 5, failures: 1, bytes: 138, meanMs: 0, maxMs: 0 },
    ]);
  });
});
