import { describe, expect, it } from "vitest";

import { request } from "../../src/engine/page/crawl-request.ts";
import { readStory, SqliteFrontier } from "../../src/sqlite/index.ts";
import { leaveCrawl } from "./support/left-crawl.ts";
import { scratch } from "./support/scratch.ts";

describe("readStory", () => {
  it("tells of any URL what became of it, also while the crawl runs", async () => {
    using disk = scratch();
    const file = disk.path("crawl.db");
    await using frontier = leaveCrawl(file);
    const told = (path: string): object => {
      const url = `http://a.test${path}`;
      const { key, url: asked, ...rest } = readStory(file, url);
      expect([asked, key]).toEqual([url, url]);
      return rest;
    };
    expect(told("/")).toEqual({ fate: "fetched", status: 200, depth: 0 });
    expect(told("/old")).toEqual({
      fate: "redirected",
      redirectedTo: "http://a.test/new",
      depth: 0,
    });
    expect(told("/new")).toMatchObject({
      fate: "waits",
      ahead: 0,
      redirects: [`http://a.test/old`],
    });
    expect(told("/late")).toEqual({
      fate: "waits",
      dueAt: expect.any(Number),
      attempts: 1,
      depth: 0,
    });
    expect(told("/gone")).toEqual({
      fate: "not_fetched",
      reason: "failed",
      why: "not_found",
      status: 404,
      depth: 0,
    });
    expect(told("/dull")).toEqual({ fate: "not_fetched", reason: "filtered", why: "so dull" });
    expect(told("/nowhere")).toEqual({ fate: "unknown" });
    expect(readStory(file, "http://b.test/3")).toMatchObject({
      fate: "waits",
      ahead: 2,
      heldUntil: expect.any(Number),
    });
    expect(frontier.stats().pending).toBe(5);
  });

  it("finds another spelling of a URL, and tells which came first", () => {
    using disk = scratch();
    const file = disk.path("crawl.db");
    using _ = disposed(leaveCrawl(file));
    expect(readStory(file, "HTTP://A.test:80/x/../%67one#top")).toEqual({
      url: "http://a.test/%67one#top",
      key: "http://a.test/gone",
      fate: "not_fetched",
      duplicateOf: "http://a.test/gone",
      reason: "failed",
      why: "not_found",
      status: 404,
      depth: 0,
    });
  });

  it("finds what was left out, whatever the fragment", () => {
    using disk = scratch();
    const file = disk.path("crawl.db");
    const frontier = leaveCrawl(file);
    using _ = disposed(frontier);
    frontier.leaveOut("http://a.test/?b=2&a=1", { fate: "filtered" });
    frontier.flush();
    expect(readStory(file, "http://a.test/?b=2&a=1#top")).toMatchObject({
      url: "http://a.test/?b=2&a=1#top",
      fate: "not_fetched",
      reason: "filtered",
    });
  });

  it("reads by the key of the crawl, and finds what a function tells apart", async () => {
    using disk = scratch();
    const file = disk.path("sorted.db");
    const sorted = new SqliteFrontier({ file, key: { stripParams: ["ref"] } });
    sorted.add([request("http://a.test/?ref=1")]);
    await sorted[Symbol.asyncDispose]();
    expect(readStory(file, "http://a.test/?ref=2")).toMatchObject({
      fate: "waits",
      duplicateOf: "http://a.test/?ref=1",
    });
    const own = new SqliteFrontier({
      file: disk.path("own.db"),
      fingerprint: ({ url }) => `my ${url}`,
    });
    own.add([request("http://a.test/1"), request("http://a.test/2", { method: "POST" })]);
    await own[Symbol.asyncDispose]();
    for (const n of [1, 2]) {
      expect(readStory(disk.path("own.db"), `http://a.test/${n}`)).toMatchObject({ fate: "waits" });
    }
  });

  it("refuses what is no URL of the web", () => {
    using disk = scratch();
    expect(() => readStory(disk.path("none.db"), "nonsense")).toThrow('Expected "url"');
  });
});

function disposed(frontier: SqliteFrontier): Disposable {
  return { [Symbol.dispose]: () => frontier.database.close() };
}
