import { crawl } from "pagoda/engine";

import { growthOf } from "../wire/memory.ts";
import { memorySite, pause } from "./memory-site.ts";
import type { Facts, Scenario } from "./scenario.ts";

/** For how long it is looked at, in virtual time. */
const LOOKED_MS = 300_000;

/** A crawl of start URLs without end, whose items are taken slowly. */
export async function generated({ seed_generator = "", consumer = "" }: Scenario): Promise<Facts> {
  const count = Number(/^[\d ]+/.exec(seed_generator)?.[0].replaceAll(" ", "") ?? 0);
  const perSecond = Number(/\d+/.exec(consumer)?.[0] ?? 10);
  const { clock, service } = memorySite();
  let pulled = 0;
  async function* start(): AsyncGenerator<string, void> {
    while (pulled < count) yield `http://a.test/${++pulled}`;
  }
  const run = crawl({ service, start: start(), parse: (page) => [page.url] });
  const take = async (): Promise<void> => {
    for await (const _ of run) {
      if (clock.now() > LOOKED_MS) break;
      await pause(clock, 1000 / perSecond);
    }
  };
  const grown = await growthOf(() => clock.run(take()));
  return { rss_growth_mb: grown, iterator_pulled: pulled };
}
