import { describe, expect, it } from "vitest";

import { draw, randomFor } from "../../src/service/chance.ts";

describe("draw", () => {
  it("draws the same for the same subject, whatever was drawn before", () => {
    const first = draw(1, "a", 2);
    draw(1, "b");
    expect(draw(1, "a", 2)).toBe(first);
  });

  it("draws something else for another seed or subject", () => {
    const drawn = [draw(1, "a", 2), draw(2, "a", 2), draw(1, "a", 3), draw(1, "a2"), draw(12, "a")];
    expect(new Set(drawn).size).toBe(drawn.length);
  });

  it("draws evenly from 0 to 1, without 1", () => {
    const drawn = Array.from({ length: 2_000 }, (_, n) => draw(n, "even"));
    expect(drawn.every((number) => number >= 0 && number < 1)).toBe(true);
    const tenths = Array.from(
      { length: 10 },
      (_, tenth) => drawn.filter((number) => Math.floor(number * 10) === tenth).length,
    );
    expect(Math.min(...tenths)).toBeGreaterThan(100);
    expect(Math.max(...tenths)).toBeLessThan(300);
  });
});

describe("randomFor", () => {
  it("gives a subject a random of its own", () => {
    const one = randomFor(1, "a");
    const other = randomFor(1, "b");
    const drawn = [one(), other(), one(), other()];
    expect(new Set(drawn).size).toBe(4);
    const again = randomFor(1, "a");
    expect([again(), again()]).toEqual([drawn[0], drawn[2]]);
  });
});
