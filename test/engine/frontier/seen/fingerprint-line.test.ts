import { describe, expect, it } from "vitest";

import { FingerprintLine } from "../../../../src/engine/frontier/seen/fingerprint-line.ts";
import { Fingerprint } from "../../../../src/engine/frontier/seen/fingerprint.ts";

describe("FingerprintLine", () => {
  it.each([64, 128] as const)("of %i bits is first in, first out, over many chunks", (bits) => {
    const line = new FingerprintLine(bits);
    const into = new Fingerprint();
    let [pushed, shifted] = [0, 0];
    for (const [push, shift] of [
      [3, 3],
      [2000, 1],
      [1, 1900],
      [5000, 5100],
      [1, 1],
    ] as const) {
      for (let n = 0; n < push; n++) line.push(numbered(pushed++, bits));
      for (let n = 0; n < shift; n++) {
        line.shift(into);
        expect(into).toEqual(numbered(shifted++, bits));
      }
    }
  });
});

function numbered(n: number, bits: number): Fingerprint {
  const rest = bits === 128 ? { c: n ^ 7, d: ~n } : {};
  return Object.assign(new Fingerprint(), { a: n, b: ~n, ...rest });
}
