import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { DueHeap } from "../../../src/engine/frontier/due-heap.ts";

describe("DueHeap", () => {
  it("gives what is due, the earliest first, and of one instant the oldest", () => {
    const due = fc.constantFrom(-Infinity, 0, 1, 2, 3, 10);
    const command = fc.oneof(fc.record({ push: due }), fc.record({ now: due }));
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60, size: "max" }), (commands) => {
        const heap = new DueHeap<number>();
        let model: { due: number; value: number }[] = [];
        for (const [value, command] of commands.entries()) {
          if ("push" in command) {
            heap.push(command.push, value);
            model = [...model, { due: command.push, value }].toSorted((a, b) =>
              order(a.due, b.due),
            );
          }
          const popped = "now" in command ? heap.popDue(command.now) : undefined;
          const isDue = "now" in command && model[0] !== undefined && model[0].due <= command.now;
          expect(popped).toBe(isDue ? model.shift()?.value : undefined);
          expect([heap.size, heap.nextDue]).toEqual([model.length, model[0]?.due ?? Infinity]);
          expect([...heap].toSorted(order)).toEqual(
            model.map(({ value }) => value).toSorted(order),
          );
        }
      }),
    );
  });
});

function order(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
