import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { PlacedQueue } from "../../src/engine/placed-queue.ts";

describe("PlacedQueue", () => {
  it("is first in, first out, and what comes back stands in its old place", () => {
    const command = fc.constantFrom("push", "push", "shift", "put back");
    const commands = fc.array(fc.tuple(command, fc.nat(10)), { maxLength: 80, size: "max" });
    fc.assert(
      fc.property(commands, (commands) => {
        const queue = new PlacedQueue<{ readonly place: number }>();
        const taken: { readonly place: number }[] = [];
        let model: number[] = [];
        let places = 0;
        for (const [command, which] of commands) {
          const [back] = command === "put back" ? taken.splice(which % (taken.length + 1), 1) : [];
          const value = command === "shift" ? queue.shift() : undefined;
          const expected = command === "shift" ? model.shift() : undefined;
          expect(value?.place).toBe(expected);
          if (value) taken.push(value);
          if (back) queue.putBack(back);
          if (back) model = [...model, back.place].toSorted((a, b) => a - b);
          if (command === "push") queue.push({ place: places });
          if (command === "push") model.push(places++);
          expect([...queue].map(({ place }) => place)).toEqual(model);
          expect(queue.size).toBe(model.length);
        }
      }),
    );
  });
});
