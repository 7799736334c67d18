import { describe, expect, it } from "vitest";

import type { Frontier, Lease, Settlement } from "../../../src/engine/frontier/frontier.ts";
import { MemoryFrontier } from "../../../src/engine/frontier/memory-frontier.ts";
import type { Delivery, KeptItem, Outbox } from "../../../src/engine/items/outbox.ts";
import { checkFrontier } from "../../../src/testing/frontier/check-frontier.ts";

const KEPT =
  "an outbox keeps the items of pages that are done, those of each together, and no others";
const NOTED = "an outbox tells how far a sink has come";

const flaws = [
  ["keeps what was put back", KEPT],
  ["loses drafts", KEPT],
  ["keeps drafts at once", KEPT],
  ["keeps drafts last", KEPT],
  ["reads from the beginning", KEPT],
  ["is not wanted", NOTED],
  ["forgets positions", NOTED],
] as const;

type Flaw = (typeof flaws)[number][0];

describe("checkFrontier, of a frontier with an outbox", () => {
  it("finds nothing in one that keeps to the rules", async () => {
    await expect(checkFrontier(() => keeping())).resolves.toBeUndefined();
  });

  it.each(flaws)("finds one that %s", async (flaw, rule) => {
    await expect(checkFrontier(() => keeping(flaw), { seed: 1 })).rejects.toThrow(rule);
  });
});

/** A memory frontier with an outbox of lists. */
function keeping(flaw?: Flaw): Frontier {
  const drafts = new Map<Lease, readonly string[]>();
  const items: KeptItem[] = [];
  let noted: Delivery = { id: 0, position: undefined };
  const keep = (texts: readonly string[]): void => {
    for (const item of texts) items.push({ id: items.length + 1, item });
  };
  const outbox: Outbox = {
    isWanted: flaw !== "is not wanted",
    get last() {
      return items.length;
    },
    draft(lease, texts) {
      if (flaw === "keeps drafts at once") keep(texts);
      else drafts.set(lease, texts);
    },
    after: (id, max) =>
      flaw === "reads from the beginning" ? items.slice(0, max) : items.slice(id, id + max),
    delivery: () => noted,
    deliver(_, delivery) {
      noted = flaw === "forgets positions" ? { ...delivery, position: null } : delivery;
    },
  };
  class Keeping extends MemoryFrontier {
    readonly outbox = outbox;

    override settle(lease: Lease, outcome: Settlement): void {
      super.settle(lease, outcome);
      const early = (flaw === "loses drafts" ? undefined : drafts.get(lease)) ?? [];
      const rest = "done" in outcome ? (outcome.items ?? []) : [];
      if ("done" in outcome || flaw === "keeps what was put back") {
        keep(flaw === "keeps drafts last" ? [...rest, ...early] : [...early, ...rest]);
      }
    }
  }
  return new Keeping();
}
