import { afterEach, describe, expect, it } from "vitest";

import { crawl } from "../../../src/engine/crawl.ts";
import { MemoryFrontier } from "../../../src/engine/frontier/memory-frontier.ts";
import { csv } from "../../../src/engine/items/csv/csv.ts";
import { jsonLines } from "../../../src/engine/items/json-lines.ts";
import type { CrawlOptions } from "../../../src/engine/plan/crawl-options.ts";
import { httpStack } from "../../../src/layers/http-stack/http-stack.ts";
import { fakeSite } from "../../support/fake-site.ts";
import { untyped } from "../../support/untyped.ts";

const frontier = new MemoryFrontier();
const good = { start: "http://a.test/", parse: () => {}, service: fakeSite(() => []).stack };

afterEach(() => frontier[Symbol.asyncDispose]());

describe("the options of crawl", () => {
  const wrong: readonly (readonly [string, object, string])[] = [
    ["start", { start: undefined }, "to be a URL or some of them: got undefined"],
    ["start", { start: null }, "to be a URL or some of them: got null"],
    ["start", { start: 7 }, "to be a URL or some of them: got 7"],
    ["start", { start: {} }, "to be a URL or some of them: got an object"],
    ["start", { start: "" }, 'to be an absolute http or https URL: got ""'],
    ["start", { start: "a.test" }, 'to be an absolute http or https URL: got "a.test"'],
    ["start", { start: ["http://a.test", "/b"] }, 'to be an absolute http or https URL: got "/b"'],
    ["start", { start: new URL("data:,") }, 'to be an absolute http or https URL: got "data:,"'],
    ["start", { start: [7] }, "to be an absolute http or https URL: got 7"],
    ["parse", { parse: undefined }, "to be a function: got undefined"],
    ["parse", { parse: {} }, "to be a function: got an object"],
    ["service", { service: null }, "to be an object: got null"],
    ["service.call", { service: {} }, "to be a function: got undefined"],
    ["concurrency", { concurrency: 0 }, "to be a whole number >= 1: got 0"],
    ["concurrency", { concurrency: "16" }, 'to be a whole number >= 1: got "16"'],
    ["perHost", { perHost: 0 }, "to be a whole number >= 1: got 0"],
    ["maxPages", { maxPages: -1 }, "to be a whole number >= 1: got -1"],
    ["maxDepth", { maxDepth: 1.5 }, "to be a whole number >= 0: got 1.5"],
    ["maxPending", { maxPending: Number.NaN }, "to be a whole number >= 1: got NaN"],
    ["overflow", { overflow: "drop" }, 'to be "wait" or "reject": got "drop"'],
    ["maxSeen", { maxSeen: 0 }, "to be a whole number >= 1: got 0"],
    [
      "scope",
      { scope: "site" },
      'to be one of same-host, same-origin, same-domain, all: got "site"',
    ],
    [
      "scope",
      { scope: "toString" },
      'to be one of same-host, same-origin, same-domain, all: got "toString"',
    ],
    ["include", { include: "*" }, 'to be an array: got "*"'],
    ["exclude", { exclude: [null] }, "to hold strings or RegExps: got null"],
    ["trapGuard", { trapGuard: 1 }, "to be true or false: got 1"],
    ["key.stripParams", { key: { stripParams: "a" } }, 'to be an array of strings: got "a"'],
    ["key.sortQuery", { key: { sortQuery: 1 } }, "to be true or false: got 1"],
    ["include", { include: [""] }, 'to hold patterns of whole URLs, such as "*/private/*": got ""'],
    [
      "exclude",
      { exclude: ["*", "/private/*"] },
      'to hold patterns of whole URLs, such as "*/private/*": got "/private/*"',
    ],
    [
      "exclude",
      { exclude: ["private"] },
      'to hold patterns of whole URLs, such as "*/private/*": got "private"',
    ],
    ["frontier", { frontier: 7 }, "to be an object: got 7"],
    ["frontier.take", { frontier: { add: () => {} } }, "to be a function: got undefined"],
    ["sinks", { sinks: {} }, "to be an array: got an object"],
    ["sinks[1]", { sinks: [{ write: () => {} }, null] }, "to be an object: got null"],
    ["sinks[0].write", { sinks: [{}] }, "to be a function: got undefined"],
    ["retries", { retries: -1 }, "to be a whole number >= 0: got -1"],
    ["handlers", { handlers: [] }, "to be an object: got an array"],
    ["maxTimeMs", { maxTimeMs: -1 }, "to be a number of milliseconds >= 0: got -1"],
    ["maxBytes", { maxBytes: 0 }, "to be a whole number >= 1: got 0"],
    ["maxErrors", { maxErrors: 0 }, "to be a whole number >= 1: got 0"],
    ["failFast", { failFast: 1 }, "to be true or false: got 1"],
    ["graceMs", { graceMs: -1 }, "to be a number of milliseconds >= 0: got -1"],
    ["giveUpMs", { giveUpMs: "1" }, 'to be a number of milliseconds >= 0: got "1"'],
    ["maxPagesPerHost", { maxPagesPerHost: 0 }, "to be a whole number >= 1: got 0"],
    ["maxPagesPerPattern", { maxPagesPerPattern: 0.5 }, "to be a whole number >= 1: got 0.5"],
    ["maxHostFailures", { maxHostFailures: 0 }, "to be a whole number >= 1: got 0"],
    ["filter", { filter: "*" }, 'to be a function: got "*"'],
    ["accept", { accept: true }, "to be a function: got true"],
    ["onResponse", { onResponse: {} }, "to be a function: got an object"],
    ["spider.open", { open: 1 }, "to be a function: got 1"],
    ["spider.close", { close: null }, "to be a function: got null"],
    ["signal", { signal: "stop" }, 'to be an object: got "stop"'],
    ["signal.addEventListener", { signal: {} }, "to be a function: got undefined"],
  ];

  it.each(wrong)("%s: refuses %j", (name, options, message) => {
    expect(() => crawlWith({ ...good, ...options })).toThrow(`Expected "${name}" ${message}`);
  });

  it("tells what a stack lacks that was not finished", () => {
    expect(() => crawlWith({ ...good, service: httpStack() })).toThrow(
      'Expected "service" to be a finished stack, such as httpStack().service()',
    );
  });

  it.each(["perHost", "maxPending", "maxSeen", "key"])(
    "refuses %s with a frontier that would not hear of it",
    (name) => {
      const value = name === "key" ? {} : 1;
      expect(() => crawlWith({ ...good, frontier, [name]: value })).toThrow(
        `Expected "${name}" where the frontier is made, such as new MemoryFrontier({ ${name} }): got it beside`,
      );
    },
  );

  it.each([
    ["options of key, sortQuery, stripParams", () => ({ key: { foo: 1 } })],
    ["the options of key to be an object", () => ({ key: true })],
    [
      "options of MemoryFrontier",
      () => ({ frontier: new MemoryFrontier(untyped({ perhost: 1 })) }),
    ],
    ["options of jsonLines", () => ({ sinks: [jsonLines("x", untyped({ apend: true }))] })],
    ["options of csv", () => ({ sinks: [csv("x", untyped({ column: [] }))] })],
  ])("refuses what is not known: %s", (message, optionsOf) => {
    expect(() => crawl(untyped({ ...good, ...optionsOf() }))).toThrow(`Expected ${message}`);
  });

  it.each(["http*", "*", "https://a.test/*", "h*", "http://a.test/", "https://*.test/?q=*"])(
    "takes the pattern %s",
    (pattern) => {
      expect(() => crawl({ ...good, include: [pattern], exclude: [pattern] })).not.toThrow();
    },
  );

  it("refuses what stop() does not know", async () => {
    await expect(crawl(good).stop(untyped({ grace: 1 }))).rejects.toThrow(
      "Expected options of stop(), graceMs, giveUpMs: got",
    );
  });

  it("refuses one that does not exist, naming those that do", () => {
    expect(() => crawlWith({ ...good, maxpages: 1 })).toThrow(
      /^Expected options of crawl\(\), start, parse, .*maxPages.*: got "maxpages"$/,
    );
  });

  it.each([undefined, null, "http://a.test/"])("refuses %j for all of them", (options) => {
    expect(() => crawlWith(options)).toThrow(
      "Expected the options of crawl() to be an object: got",
    );
  });

  it("may all be left out but start and parse", () => {
    const run = crawl({ start: good.start, parse: good.parse });
    expect(run.stats()).toMatchObject({ pages: 0, elapsedMs: 0, stopReason: undefined });
  });

  it("may all be there", () => {
    const options: CrawlOptions<string> = {
      ...good,
      concurrency: Infinity,
      perHost: Infinity,
      maxPages: 1,
      maxDepth: 0,
      maxPending: Infinity,
      overflow: "reject",
      maxSeen: 1,
      scope: "same-domain",
      include: [/a/, "*"],
      exclude: [],
      trapGuard: false,
      key: { sortQuery: true, stripParams: ["a"] },
      sinks: [],
      retries: 0,
      signal: new AbortController().signal,
    };
    expect(() => crawl(options)).not.toThrow();
  });
});

function crawlWith(options: unknown): unknown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- some are wrong on purpose
  return crawl(options as CrawlOptions<unknown>);
}
