import type { CrawlOptions } from "../../../src/engine/plan/crawl-options.ts";
import type { FakeSite } from "../../support/fake-site.ts";

/** A crawl of all that pages link to, without bounds, whose items are URLs. */
export function everything(site: FakeSite): Omit<CrawlOptions<string>, "start"> {
  return {
    service: site.stack,
    scope: "all",
    trapGuard: false,
    async *parse(page) {
      yield page.url;
      yield* page.follow("a[href]");
    },
  };
}

/** Takes all items of a crawl. */
export async function collect<Item>(run: AsyncIterable<Item>): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const item of run) items.push(item);
  return items;
}

/** Waits on the clock of a site. */
export function sleep({ clock }: FakeSite, ms: number): Promise<void> {
  return new Promise((resolve) => clock.timer(resolve, ms));
}
