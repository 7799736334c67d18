import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { FingerprintTable } from "../../../../src/engine/frontier/seen/fingerprint-table.ts";
import { Fingerprint } from "../../../../src/engine/frontier/seen/fingerprint.ts";

/** First words that lead to many parts of a table, each with few others, so that homes meet. */
const firsts = Array.from({ length: 64 }, (_, n) => Math.imul(n + 1, 0x9e3779b1));
const prints = fc
  .tuple(
    fc.constantFrom(...firsts),
    fc.constantFrom(1, 2, -1, 1 << 31, 0),
    fc.nat(1),
    fc.constant(0),
  )
  .map(([a, b, c, d]) => print(a, b, c, d));
const steps = fc.array(
  fc.record({ act: fc.constantFrom("add", "add", "add", "delete", "has"), print: prints }),
  { minLength: 40, maxLength: 600, size: "max" },
);

describe("FingerprintTable", () => {
  it.each([64, 128] as const)("of %i bits is a set, however it splits", (bits) => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 20, max: 64 }), (steps, mostSlots) => {
        const table = new FingerprintTable(bits, mostSlots);
        const model = new Set<string>();
        const known = (print: Fingerprint): string =>
          [print.a, print.b, ...(bits === 128 ? [print.c, print.d] : [])].join();
        for (const { act, print } of steps) {
          const isThere = model.has(known(print));
          expect(table[act](print)).toBe(act === "add" ? !isThere : isThere);
          if (act === "add") model.add(known(print));
          if (act === "delete") model.delete(known(print));
        }
        expect(table.size).toBe(model.size);
        for (const { print } of steps) expect(table.has(print)).toBe(model.has(known(print)));
      }),
    );
  });
});

function print(a: number, b: number, c: number, d: number): Fingerprint {
  return Object.assign(new Fingerprint(), { a, b, c, d });
}
