import { describe, expectTypeOf, test } from "vitest";

import type { CrawlRun } from "../../src/engine/crawl-run.ts";
import { crawl } from "../../src/engine/crawl.ts";
import type { Page } from "../../src/engine/page/page.ts";
import type { CrawlOptions, Spider } from "../../src/engine/plan/crawl-options.ts";
import type { HttpService } from "../../src/layers/http-stack/http-service.ts";

declare const service: HttpService;
const start = "http://a.test/";

describe("crawl", () => {
  test("gives items of the type that parse and handlers yield", () => {
    const run = crawl({
      service,
      start,
      async *parse(page) {
        yield { url: page.url };
        yield* page.follow("a", { to: "detail" });
      },
      handlers: {
        *detail(page) {
          yield { url: page.url, title: page.title };
          yield* page.follow("a.next", { to: "list" });
        },
        list: (page) => page.follow("a", { to: "detail" }),
      },
    });
    expectTypeOf<typeof run extends CrawlRun<infer Item> ? Item : never>().toExtend<{
      url: string;
      title?: string | undefined;
    }>();
  });

  test("lets pages be followed to the handlers there are only", () => {
    crawl({
      service,
      start,
      *parse(page) {
        // @ts-expect-error -- there is no such handler
        yield* page.follow("a", { to: "detial" });
      },
      handlers: { detail: (page) => page.follow("a") },
    });
  });

  test("takes an instance of a class", () => {
    class Quotes implements Spider<{ n: number }, "author"> {
      readonly start = start;
      readonly handlers = { author: (page: Page<"author">) => page.follow("a") };
      count = 0;
      *parse(page: Page<"author">) {
        yield { n: this.count++ };
        yield* page.follow("a", { to: "author" });
      }
    }
    expectTypeOf(crawl(new Quotes())).toEqualTypeOf<CrawlRun<{ n: number }>>();
  });

  test("takes options that were written before", () => {
    expectTypeOf(crawl<string>)
      .parameter(0)
      .toExtend<CrawlOptions<string>>();
  });
});
