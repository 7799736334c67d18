import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { Workers } from "../../../src/engine/monitor/workers.ts";

describe("Workers", () => {
  it("are as many as there may be", () => {
    expect(new Workers(16)).toMatchObject({ count: 16, most: 16 });
  });

  it("are halved down to none, then rest every other time", () => {
    const workers = new Workers(16);
    const counts = Array.from({ length: 9 }, () => {
      workers.fewer(16);
      return workers.count;
    });
    expect(counts).toEqual([8, 4, 2, 1, 0, 1, 0, 1, 0]);
  });

  it("are halved from those at work, where there may be any number", () => {
    const workers = new Workers(Infinity);
    workers.fewer(10);
    expect(workers.count).toBe(5);
  });

  it("are doubled up to the most", () => {
    const workers = new Workers(5);
    for (let n = 0; n < 4; n++) workers.fewer(5);
    const counts = Array.from({ length: 5 }, () => {
      workers.more();
      return workers.count;
    });
    expect(counts).toEqual([2, 4, 5, 5, 5]);
  });

  it("never stay away: of two looks in a row one leaves at least one", () => {
    const looks = fc.array(fc.record({ isShort: fc.boolean(), atWork: fc.nat(40) }));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 32 }), looks, (most, taken) => {
        const workers = new Workers(most);
        let before = workers.count;
        for (const { atWork, isShort } of taken) {
          if (isShort) workers.fewer(atWork);
          else workers.more();
          expect(workers.count + before).toBeGreaterThan(0);
          expect(workers.count).toBeLessThanOrEqual(most);
          before = workers.count;
        }
      }),
    );
  });
});
