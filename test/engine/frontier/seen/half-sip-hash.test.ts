import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { HalfSipHash } from "../../../../src/engine/frontier/seen/half-sip-hash.ts";

describe("HalfSipHash", () => {
  it("is HalfSipHash-1-3 of the UTF-16 of a text, as a plain reference has it", () => {
    const keys = fc.tuple(fc.integer(), fc.integer());
    fc.assert(
      fc.property(keys, fc.string({ unit: "binary", maxLength: 300 }), (key, text) => {
        const hash = new HalfSipHash(Int32Array.from(key));
        hash.update(text);
        expect([hash.high, hash.low]).toEqual(
          reference(Buffer.from(text, "utf16le"), { key, rounds: [1, 3] }),
        );
      }),
    );
  });

  it("is compared with a reference that gives the published results of HalfSipHash-2-4", () => {
    expect(published([])).toEqual(["218d1f59", "b9b83cc8"]);
    expect(published([0])).toEqual(["be552412", "f8387315"]);
  });

  it("draws a key of its own", () => {
    const highs = Array.from({ length: 20 }, () => {
      const hash = new HalfSipHash();
      hash.update("http://a.test/");
      return hash.high;
    });
    expect(new Set(highs).size).toBeGreaterThan(10);
  });
});

/** HalfSipHash-2-4 under the key of the published results, as bytes. */
function published(bytes: readonly number[]): readonly string[] {
  const key = [0x03020100, 0x07060504] as const;
  return reference(Buffer.from(bytes), { key, rounds: [2, 4] }).map((half) =>
    Buffer.from(Int32Array.of(half).buffer).toString("hex"),
  );
}

/** The algorithm as it is published, step by step, over bytes. */
function reference(
  bytes: Buffer,
  { key, rounds }: { key: readonly [number, number]; rounds: readonly [number, number] },
): readonly number[] {
  let [v0, v1, v2, v3] = [key[0], key[1] ^ 0xee, 0x6c796765 ^ key[0], 0x74656462 ^ key[1]];
  const mix = (times: number): void => {
    for (let n = 0; n < times; n++) {
      v0 = (v0 + v1) | 0;
      v1 = left(v1, 5) ^ v0;
      v0 = left(v0, 16);
      v2 = (v2 + v3) | 0;
      v3 = left(v3, 8) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = left(v3, 7) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = left(v1, 13) ^ v2;
      v2 = left(v2, 16);
    }
  };
  const padded = Buffer.alloc((Math.floor(bytes.length / 4) + 1) * 4);
  bytes.copy(padded);
  padded[padded.length - 1] = bytes.length;
  for (let at = 0; at < padded.length; at += 4) {
    const word = padded.readInt32LE(at);
    v3 ^= word;
    mix(rounds[0]);
    v0 ^= word;
  }
  v2 ^= 0xee;
  mix(rounds[1]);
  const high = v1 ^ v3;
  v1 ^= 0xdd;
  mix(rounds[1]);
  return [high, v1 ^ v3];
}

function left(x: number, by: number): number {
  return (x << by) | (x >>> (32 - by));
}
