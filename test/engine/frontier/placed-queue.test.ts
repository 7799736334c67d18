import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { PlacedQueue } from "../../../src/engine/frontier/placed-queue.ts";
import type { Waiting } from "../../../src/engine/frontier/waiting.ts";
import { request } from "../../../src/engine/page/crawl-request.ts";

describe("PlacedQueue", () => {
  it("is first in, first out, and what comes back stands in its old place", () => {
    const command = fc.constantFrom("push", "push", "shift", "put back");
    fc.assert(
      fc.property(fc.array(command, { maxLength: 80, size: "max" }), fc.nat(), (commands, seed) => {
        const queue = new PlacedQueue();
        const waiting = new Set<number>();
        const taken: Waiting[] = [];
        const act = {
          push: (place: number) => {
            queue.push(waitingAt(place));
            waiting.add(place);
          },
          shift: () => {
            const first = queue.shift();
            expect(first?.place).toBe(least(waiting));
            if (first && waiting.delete(first.place)) taken.push(first);
          },
          "put back": (place: number) => {
            const [back] = taken.splice((seed + place) % (taken.length + 1), 1);
            if (back && waiting.add(back.place)) queue.putBack(back);
          },
        };
        for (const [place, command] of commands.entries()) {
          act[command](place);
          expect(sorted(new Set([...queue].map(({ place }) => place)))).toEqual(sorted(waiting));
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

function waitingAt(place: number): Waiting {
  return { request: request(`http://a.test/${place}`), place, rank: 0 };
}
