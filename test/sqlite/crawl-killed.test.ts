import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { SqliteFrontier } from "../../src/sqlite/index.ts";
import { play, worlds } from "../engine/support/random-crawl.ts";
import { fakeSite } from "../support/fake-site.ts";
import { killedCrawl } from "./support/killed-crawl.ts";
import { scratch } from "./support/scratch.ts";

const kills = fc.array(fc.nat(60), { maxLength: 6 });
// A limit of the stack's own would go on from one process to the next.
const calm = worlds.map((world) => Object.assign(world, { refuses: "never" as const }));

describe("a crawl whose process is killed at any instant, and started again", () => {
  it("ends with exactly the pages of an undisturbed one, and nothing left to do", () =>
    fc.assert(
      fc.asyncProperty(calm, kills, async (world, kills) => {
        using disk = scratch();
        const { options, web, written } = await play(world);
        const { concurrency = 16, scope = "same-host" } = options;
        const site = fakeSite((url, visit) => web.answer(url, visit), {
          latencyMs: (url) => web.latencyMs(url),
        });
        const { file, parsed } = await killedCrawl({
          site,
          links: (url) => web.links(url),
          crawl: { start: web.starts, scope, concurrency },
          perHost: world.options.perHost,
          path: disk.path,
          kills,
        });
        const pages = new Set(written.map(({ url }) => url));
        expect(new Set(parsed)).toEqual(pages);
        await using frontier = new SqliteFrontier({ file, clock: site.clock });
        expect(frontier.stats()).toMatchObject({ pending: 0, leased: 0 });
        for (const url of pages) expect(frontier.fateOf(url)).toMatchObject({ fate: "fetched" });
      }),
      { numRuns: 40 },
    ));
});
