import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Lease } from "../../src/engine/frontier/frontier.ts";
import { request } from "../../src/engine/page/crawl-request.ts";
import { SqliteFrontier } from "../../src/sqlite/index.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";
import { killedCopy } from "./support/killed-copy.ts";
import { scratch } from "./support/scratch.ts";

describe("the items of a page that puts out many", () => {
  it("are kept once, though processes are killed that had put down some of them", () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.nat(5), { maxLength: 4 }), fc.nat(5), async (kills, count) => {
        using disk = scratch();
        for (const [life, drafts] of kills.entries()) {
          const [file, next] = [disk.path(`${life}.db`), disk.path(`${life + 1}.db`)];
          await using frontier = new SqliteFrontier({ file, keepItems: true });
          await putDown(frontier, drafts);
          killedCopy(file, next);
        }
        const file = disk.path(`${kills.length}.db`);
        await using frontier = new SqliteFrontier({ file, keepItems: true });
        const lease = await putDown(frontier, count);
        frontier.settle(lease, { done: true, items: ['"last"'] });
        const kept = await frontier.outbox.after(0, 99);
        expect(kept.map(({ item }) => item)).toEqual([...draftsOf(count), '"last"']);
      }),
      { numRuns: 30 },
    ));
});

/** Takes the page, and puts down so many items of it, each in a turn of the event loop of its own. */
async function putDown(frontier: SqliteFrontier, count: number): Promise<Lease> {
  frontier.add([request("http://a.test/")]);
  const [lease] = frontier.take(1, 0);
  if (!lease) throw new Error("There must be one");
  for (const item of draftsOf(count)) {
    await frontier.outbox.draft(lease, [item]);
    await new VirtualClock().settle();
  }
  return lease;
}

function draftsOf(count: number): readonly string[] {
  return Array.from({ length: count }, (_, n) => String(n));
}
