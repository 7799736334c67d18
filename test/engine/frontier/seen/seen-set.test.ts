import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { SeenSet } from "../../../../src/engine/frontier/seen/seen-set.ts";

describe("SeenSet", () => {
  const all = Array.from({ length: 61 }, (_, n) => String(n));
  const limits = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(Infinity));
  const steps = fc.array(
    fc.record({
      key: fc.constantFrom(...all),
      act: fc.constantFrom("add", "add", "add", "delete"),
    }),
    { minLength: 50, maxLength: 400, size: "max" },
  );
  const bits = fc.constantFrom(64, 128);

  it("remembers the latest keys up to its limit: the oldest is forgotten first, and one that was deleted keeps its age", () => {
    fc.assert(
      fc.property(limits, bits, steps, (limit, bits, steps) => {
        const seen = new SeenSet(limit, bits, 16);
        let line: string[] = [];
        const live = new Set<string>();
        for (const { act, key } of steps) {
          seen[act](key);
          if (act === "delete") live.delete(key);
          else {
            live.add(key);
            if (!line.includes(key)) line.push(key);
            if (line.length > limit) live.delete(line.shift() ?? "");
          }
          if (limit === Infinity) line = [...live];
          expect(seen.size).toBe(live.size);
          expect(all.filter((key) => seen.has(key))).toEqual(all.filter((key) => live.has(key)));
        }
      }),
    );
  });

  it("tells many texts apart, whatever their length, by 64 bits", () => {
    const seen = new SeenSet();
    for (let n = 0; n < 300_000; n++) seen.add(textOf(n));
    expect(seen.size).toBe(300_000);
    let [known, unknown] = [0, 0];
    for (let n = 0; n < 300_000; n += 7) {
      if (seen.has(textOf(n))) known++;
      if (seen.has(`${textOf(n)}x`)) unknown++;
    }
    expect([known, unknown]).toEqual([42_858, 0]);
  });

  it("forgets in constant time, however much it has forgotten", () => {
    const seen = new SeenSet(10);
    for (let n = 0; n < 300_000; n++) seen.add(String(n)); // minutes, if each began at the first gap
    expect([seen.size, seen.has("299990"), seen.has("299989")]).toEqual([10, true, false]);
  });

  it("keeps no more than its limit of those that were deleted", () => {
    const seen = new SeenSet(10);
    for (let n = 0; n < 1000; n++) {
      seen.add(String(n));
      seen.delete(String(n));
    }
    expect(seen.size).toBe(0);
    for (let n = 0; n < 10; n++) seen.add(`new ${n}`);
    expect(seen.size).toBe(10);
  });
});

function textOf(n: number): string {
  return `http://h${n % 97}.test/${"p".repeat(n % 5)}${n}`;
}
