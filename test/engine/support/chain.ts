import type { CrawlOptions } from "../../../src/engine/plan/crawl-options.ts";
import { fakeSite, type FakeSite } from "../../support/fake-site.ts";
import { everything } from "./crawls.ts";

/** Ten pages of 100 ms, each with a link to the next, and a sink that keeps a log. */
export function chain(): {
  readonly site: FakeSite;
  readonly options: CrawlOptions<string>;
  readonly sink: { readonly log: string[] };
} {
  const site = fakeSite(
    (at) => (at === chainUrl(9) ? [] : [chainUrl(Number(at.split("/p")[1]) + 1)]),
    {
      latencyMs: 100,
    },
  );
  const log: string[] = [];
  const sink = {
    log,
    open: () => void log.push("open"),
    write: (item: string) => void log.push(item),
    close: () => void log.push("close"),
  };
  return { site, sink, options: { ...everything(site), start: chainUrl(0), sinks: [sink] } };
}

/** The URL of a page of {@link chain}. */
export function chainUrl(n: number): string {
  return `http://a.test/p${n}`;
}
