import type { CrawlStats } from "../../../src/engine/crawl-stats.ts";
import { crawl } from "../../../src/engine/crawl.ts";
import type { CrawlOptions } from "../../../src/engine/plan/crawl-options.ts";
import { HttpResponse, type HttpResponseInit } from "../../../src/http/message.ts";
import type { HttpStackOptions } from "../../../src/layers/http-stack/http-stack-options.ts";
import { httpStack } from "../../../src/layers/http-stack/http-stack.ts";
import { settle } from "../../../src/service/outcome.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { Telemetry } from "../../support/telemetry.ts";

/** Where the crawls start. */
export const home = "http://shop.test/";

/** What a site answers, by path. */
type Site = Readonly<Record<string, readonly Partial<HttpResponseInit>[]>>;

/** What came of a traced crawl. */
export interface Crawled {
  readonly telemetry: Telemetry;
  readonly stats: CrawlStats | undefined;
}

/** Crawls a site whose paths answer in turns, the last answer again and again. */
export async function crawled(
  site: Site,
  options: Partial<CrawlOptions<unknown>> = {},
  stackOptions: HttpStackOptions = {},
  telemetry = new Telemetry(),
): Promise<Crawled> {
  const clock = new VirtualClock({ wallMs: 1_700_000_000_000 });
  const counts = new Map<string, number>();
  const { tracerProvider, meterProvider } = telemetry;
  const given = { tracerProvider, meterProvider };
  await using service = httpStack({
    redirect: false,
    retry: false,
    tracing: given,
    ...stackOptions,
  }).service(
    async ({ url }, context) => {
      const path = new URL(url).pathname;
      const answers = site[path] ?? [{ status: 404 }];
      const count = counts.get(path) ?? 0;
      counts.set(path, count + 1);
      await context.sleep(10);
      return new HttpResponse({ url, status: 200, ...(answers[count] ?? answers.at(-1)) });
    },
    { clock },
  );
  const run = crawl<unknown>({
    start: home,
    service,
    telemetry: given,
    *parse(page) {
      yield { url: page.url };
      yield* page.follow("a[href]");
    },
    ...options,
  });
  const outcome = await clock.run(settle(run.done()));
  return { telemetry, stats: outcome.ok ? outcome.value : undefined };
}

/** A page that leads to these. */
export const links = (...paths: readonly string[]): Partial<HttpResponseInit> => ({
  headers: { "content-type": "text/html" },
  body: paths.map((path) => `<a href="${path}">x</a>`).join(""),
});

/** By which its children know a span. */
export const idOf = (span: Telemetry["spans"][number] | undefined): string | undefined =>
  span?.spanContext().spanId;
