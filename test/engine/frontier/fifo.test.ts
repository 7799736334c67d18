import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { Fifo } from "../../../src/engine/frontier/fifo.ts";

describe("Fifo", () => {
  it("gives values back in the order they came, however pushes and shifts mix", () => {
    const steps = fc.array(fc.integer({ min: -60, max: 60 }), { maxLength: 30 });
    fc.assert(
      fc.property(steps, (steps) => {
        const fifo = new Fifo<{ readonly n: number }>();
        const model: { readonly n: number }[] = [];
        for (const [n, step] of steps.entries()) {
          for (let times = 0; times < step; times++) {
            fifo.push({ n });
            model.push({ n });
          }
          for (let times = step; times < 0; times++) expect(fifo.shift()).toEqual(model.shift());
          expect([fifo.size, fifo.peek()]).toEqual([model.length, model[0]]);
          expect([...fifo]).toEqual(model);
        }
      }),
    );
  });
});
