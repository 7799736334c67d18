import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type Placed, PlacedQueue } from "../../src/engine/placed-queue.ts";

describe("PlacedQueue", () => {
  it("is first in, first out, and what comes back stands in its old place", () => {
    const command = fc.constantFrom("push", "push", "shift", "put back");
    const commands = fc.array(fc.tuple(command, fc.nat(10)), { maxLength: 80, size: "max" });
    fc.assert(
      fc.property(commands, (commands) => {
        const queue = new PlacedQueue<Placed>();
        const waiting = new Set<number>();
        const taken: Placed[] = [];
        for (const [place, [command, which]] of commands.entries()) {
          if (command === "push") {
            queue.push({ place });
            waiting.add(place);
          }
          const first = command === "shift" ? queue.shift() : undefined;
          expect(first?.place).toBe(command === "shift" ? least(waiting) : undefined);
          if (first && waiting.delete(first.place)) taken.push(first);

          const [back] = command === "put back" ? taken.splice(which % (taken.length + 1), 1) : [];
          if (back && waiting.add(back.place)) queue.putBack(back);

          expect([...queue].map(({ place }) => place)).toEqual(sorted(waiting));
          expect(queue.size).toBe(waiting.size);
        }
      }),
    );
  });
});

function least(places: ReadonlySet<number>): number | undefined {
  return sorted(places)[0];
}

function sorted(places: ReadonlySet<number>): readonly number[] {
  return [...places].toSorted((a, b) => a - b);
}
