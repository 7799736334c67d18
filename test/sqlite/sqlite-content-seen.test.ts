import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import { request } from "../../src/engine/page/crawl-request.ts";
import {
  SqliteContentSeen,
  type SqliteContentSeenOptions,
  SqliteFrontier,
} from "../../src/sqlite/index.ts";
import { type Answer, type FakeSite, fakeSite } from "../support/fake-site.ts";
import { killedCopy } from "./support/killed-copy.ts";
import { scratch } from "./support/scratch.ts";

const body = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("SqliteContentSeen", () => {
  it.each(["md5", "blake3"] as const)(
    "gives a body to the URL that had it first, by %s",
    async (hash) => {
      using disk = scratch();
      const file = disk.path("crawl.db");
      {
        await using frontier = new SqliteFrontier({ file });
        const contentSeen = new SqliteContentSeen({ frontier, hash });
        frontier.add([request("http://a.test/")]);
        expect(contentSeen.claim(body("a"), "http://a.test/")).toBe(true);
        expect(contentSeen.claim(body("a"), "http://a.test/")).toBe(true);
        expect(contentSeen.claim(body("a"), "http://a.test/again")).toBe(false);
        expect(contentSeen.claim(body("A"), "http://a.test/again")).toBe(true);
        expect(contentSeen.claim(body(""), "http://a.test/empty")).toBe(true);
        for (const lease of frontier.take(1, 0)) frontier.settle(lease, { done: true });
      }
      await using frontier = new SqliteFrontier({ file });
      const contentSeen = new SqliteContentSeen({ frontier, hash });
      expect(contentSeen.claim(body("a"), "http://a.test/")).toBe(true);
      expect(contentSeen.claim(body("a"), "http://b.test/")).toBe(false);
      // Whose page was not done.
      expect(contentSeen.claim(body("A"), "http://b.test/")).toBe(true);
    },
  );

  it("leaves a body to the next that has it where its page is fetched again, and fails", async () => {
    using disk = scratch();
    await using frontier = new SqliteFrontier({ file: disk.path("crawl.db") });
    const contentSeen = new SqliteContentSeen({ frontier });
    frontier.add([request("http://a.test/")]);
    const [lease] = frontier.take(1, 0);
    expect(contentSeen.claim(body("a"), "http://a.test/")).toBe(true);
    if (lease) frontier.settle(lease, { failed: new Error("gone") });
    expect(contentSeen.claim(body("a"), "http://b.test/")).toBe(true);
  });

  it("keeps a crawl from parsing a page twice, and tells of it", async () => {
    using disk = scratch();
    const site = twins();
    await using frontier = new SqliteFrontier({ file: disk.path("crawl.db"), clock: site.clock });
    const parsed: string[] = [];
    const run = crawl({
      service: site.stack,
      frontier,
      contentSeen: new SqliteContentSeen({ frontier }),
      start: "http://a.test/",
      parse: (page) => (parsed.push(page.url), page.follow("a")),
    });
    const { notFetched, pages } = await site.clock.run(run.done());
    expect(parsed).toEqual(["http://a.test/", "http://a.test/one", "http://a.test/more"]);
    expect([pages, notFetched]).toEqual([3, { duplicate_content: 1 }]);
    expect(run.explain("http://a.test/two")).toBe("duplicate_content");
    expect(frontier.fateOf("http://a.test/two")).toEqual({ fate: "duplicate_content" });
  });

  it("lets a page be parsed whose process was killed before it had ended", async () => {
    using disk = scratch();
    const site = twins();
    const left: string[] = [];
    for (const [at, file] of ["0.db", "1.db"].entries()) {
      await using frontier = new SqliteFrontier({ file: disk.path(file), clock: site.clock });
      const controller = new AbortController();
      const run = crawl({
        service: site.stack,
        frontier,
        contentSeen: new SqliteContentSeen({ frontier }),
        start: "http://a.test/",
        signal: controller.signal,
        async *parse(page) {
          if (page.url.endsWith("/one") && at === 0) {
            await site.clock.settle();
            killedCopy(disk.path("0.db"), disk.path("1.db"));
            controller.abort();
          } else if (at === 1) left.push(page.url);
          yield* page.follow("a");
        },
      });
      await site.clock.run(run.done()).catch(() => {});
    }
    expect(left).toEqual(["http://a.test/", "http://a.test/one", "http://a.test/more"]);
  });

  it("goes on by the same hash only", async () => {
    using disk = scratch();
    await using frontier = new SqliteFrontier({ file: disk.path("crawl.db") });
    expect(new SqliteContentSeen({ frontier }).claim(body(""), "http://a.test/")).toBe(true);
    expect(() => new SqliteContentSeen({ frontier, hash: "blake3" })).toThrow(
      'it was begun with "hash" "md5": got "blake3"',
    );
  });

  it.each([
    [{}, 'Expected "frontier" to be a SqliteFrontier: got undefined'],
    [{ file: "x" }, 'Expected options of SqliteContentSeen, frontier, hash: got "file"'],
  ])("refuses %j", (options, message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is wrong on purpose
    expect(() => new SqliteContentSeen(options as SqliteContentSeenOptions)).toThrow(message);
  });

  it("refuses a hash it does not know", async () => {
    using disk = scratch();
    await using frontier = new SqliteFrontier({ file: disk.path("crawl.db") });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is wrong on purpose
    const hash = "sha1" as "md5";
    expect(() => new SqliteContentSeen({ frontier, hash })).toThrow(
      'Expected "hash" to be "md5" or "blake3": got "sha1"',
    );
  });
});

/** A site with two pages of one body. */
function twins(): FakeSite {
  return fakeSite((url) => {
    const { pathname } = new URL(url);
    if (pathname === "/") return html('<a href="/one">1</a> <a href="/two">2</a>');
    return html(pathname === "/more" ? "the end" : '<a href="/more">more</a>');
  });
}

function html(text: string): Answer {
  return { status: 200, headers: { "content-type": "text/html" }, body: text };
}
