import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import { request } from "../../src/engine/page/crawl-request.ts";
import { type FakeSite, fakeSite, to } from "../support/fake-site.ts";
import { untyped } from "../support/untyped.ts";
import { collect } from "./support/crawls.ts";

const start = "http://a.test/";

describe("handlers", () => {
  it("read the pages of the requests that name them, parse reads the others", async () => {
    const site = shop();
    const run = crawl({
      service: site.stack,
      start,
      *parse(page) {
        yield `list ${page.url}`;
        yield* page.follow("a[href]", { to: "detail", meta: { from: page.url } });
      },
      handlers: {
        *detail(page) {
          yield `detail ${page.url} ${JSON.stringify(page.meta)}`;
          yield request("http://a.test/image", { to: "image" });
          yield* page.follow(["/more"]);
        },
        image: (page) => [`image ${page.url}`],
      },
    });
    expect(await site.clock.run(collect(run))).toEqual([
      "list http://a.test/",
      'detail http://a.test/1 {"from":"http://a.test/"}',
      "image http://a.test/image",
      "list http://a.test/more",
    ]);
  });

  it("may be named by a start URL", async () => {
    const site = shop();
    const run = crawl({
      service: site.stack,
      start: request(start, { to: "detail" }),
      parse: () => ["parse"],
      handlers: { detail: () => ["detail"] },
    });
    expect(await site.clock.run(collect(run))).toEqual(["detail"]);
  });

  it("go on with a redirect and with another attempt", async () => {
    const site = fakeSite((url, visit) => {
      if (url === start) return to("/2");
      return visit === 1 ? { status: 503 } : [];
    });
    const run = crawl({
      service: site.stack,
      start: request(start, { to: "detail", meta: 1 }),
      parse: () => ["parse"],
      handlers: { detail: (page) => [`${page.url} ${JSON.stringify(page.meta)}`] },
    });
    expect(await site.clock.run(collect(run))).toEqual(["http://a.test/2 1"]);
  });

  it("are called as methods of the object they are in, and found by its own names only", async () => {
    const site = shop();
    const handlers = {
      list: () => ["list"],
      detail() {
        return this.list();
      },
    };
    const options = { service: site.stack, parse: () => [], handlers };
    const run = crawl<string>({ ...options, start: request(start, { to: "detail" }) });
    expect(await site.clock.run(collect(run))).toEqual(["list"]);
    expect(() => crawl({ ...options, start: request(start, { to: "toString" }) })).toThrow(
      'Expected "to" to be one of the handlers list, detail: got "toString"',
    );
    expect(() =>
      crawl({ start: request(start, { to: "list" }), parse: () => {}, handlers: {} }),
    ).toThrow('Expected "to" to be one of the handlers (there is none): got "list"');
  });

  it.each([
    ["page.follow", untyped({ to: "detial" }), "http://a.test/1"],
    ["request", undefined, "http://a.test/1"],
  ])(
    "that there are not fail the parse that names them by %s, clearly",
    async (_, options, url) => {
      const site = shop();
      const run = crawl({
        service: site.stack,
        start,
        failFast: true,
        *parse(page) {
          if (options) yield* page.follow([url], options);
          else yield request(url, { to: "detial" });
        },
        handlers: { detail: () => {}, list: () => {} },
      });
      const failure = await site.clock.run(run.done().catch((error: unknown) => error));
      expect(String(failure)).toBe(
        'TypeError: Expected "to" to be one of the handlers detail, list: got "detial"',
      );
      expect(run.stats().errors).toEqual({ parse_failed: 1 });
      expect(site.urls()).toEqual([start]);
    },
  );

  it("that there are not are refused in a list of start URLs at once, and as they come in others", async () => {
    const wrong = request(start, { to: "detial" });
    const message = 'Expected "to" to be one of the handlers detail: got "detial"';
    const handlers = { detail: () => {} };
    expect(() => crawl({ start: [wrong], parse: () => {}, handlers })).toThrow(message);
    const site = shop();
    const run = crawl({
      service: site.stack,
      start: new Set([wrong]),
      parse: () => {},
      handlers,
    });
    await expect(site.clock.run(run.done())).rejects.toThrow(message);
  });

  it("must be functions", () => {
    const options = { start, parse: () => {} };
    expect(() => crawl({ ...options, handlers: untyped({ a: 1 }) })).toThrow(
      'Expected "handlers.a" to be a function: got 1',
    );
    expect(() => crawl({ ...options, handlers: untyped([]) })).toThrow(
      'Expected "handlers" to be an object: got an array',
    );
  });
});

function shop(): FakeSite {
  return fakeSite((url) => (url === start ? ["/1"] : []));
}
