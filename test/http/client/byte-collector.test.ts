import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { ByteCollector } from "../../../src/http/client/byte-collector.ts";

const size = fc.oneof(fc.nat(3), fc.nat(5000), fc.nat(100_000));
const pieces = fc
  .array(size, { maxLength: 40 })
  .map((sizes) => sizes.map((size, n) => Buffer.alloc(size, n + 1)));

describe("ByteCollector", () => {
  it("gives all bytes in order, and more of them after more has come", () => {
    fc.assert(
      fc.property(pieces, pieces, (first, second) => {
        const collector = collected(first);
        const begun = collector.bytes();
        for (const piece of second) collector.add(piece);
        expect(sameBytes(begun, Buffer.concat(first))).toBe(true);
        expect(sameBytes(collector.bytes(), Buffer.concat([...first, ...second]))).toBe(true);
      }),
    );
  });

  it("keeps small pieces in few", () => {
    fc.assert(
      fc.property(pieces, (pieces) => {
        const collector = collected(pieces);
        expect(collector.size).toBe(Buffer.concat(pieces).length);
        expect(collector.pieces).toBeLessThanOrEqual(4 + collector.size / 1024);
      }),
    );
    const byte = Buffer.of(7);
    const bytes = Array.from({ length: 1_000_000 }, () => byte);
    expect(collected(bytes).pieces).toBeLessThan(30);
  });

  it("does not copy what comes in one piece", () => {
    const piece = Buffer.from("whole");
    expect(collected([piece]).bytes()).toBe(piece);
  });

  it("starts anew after its bytes were taken, which stay as they were", () => {
    fc.assert(
      fc.property(pieces, pieces, (first, second) => {
        const collector = collected(first);
        const taken = collector.take();
        expect([collector.size, collector.pieces]).toEqual([0, 0]);
        for (const piece of second) collector.add(piece);
        expect(sameBytes(taken, Buffer.concat(first))).toBe(true);
        expect(sameBytes(collector.bytes(), Buffer.concat(second))).toBe(true);
      }),
    );
  });
});

function collected(pieces: readonly Uint8Array[]): ByteCollector {
  const collector = new ByteCollector();
  for (const piece of pieces) collector.add(piece);
  return collector;
}

function sameBytes(some: Uint8Array, others: Uint8Array): boolean {
  return Buffer.compare(some, others) === 0;
}
