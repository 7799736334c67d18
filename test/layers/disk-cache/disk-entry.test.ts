import { crc32 } from "node:zlib";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { decodeEntry, encodeEntry } from "../../../src/layers/disk-cache/disk-entry.ts";
import { anyEntry, entry } from "../cache/cache-store-behaviour.ts";

describe("decodeEntry", () => {
  const file = Buffer.concat(encodeEntry("GET /", entry()));

  it("gives back what was encoded", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), anyEntry, (key, entry) => {
        expect(decodeEntry(key, Buffer.concat(encodeEntry(key, entry)))).toEqual(entry);
      }),
    );
  });

  it("knows no entry of another key", () => {
    expect(decodeEntry("GET /other", file)).toBeUndefined();
  });

  it("knows no entry in a file that was cut off anywhere", () => {
    for (let length = 0; length < file.length; length++) {
      expect(decodeEntry("GET /", file.subarray(0, length))).toBeUndefined();
    }
  });

  it("knows no entry in a file of which any bit was flipped", () => {
    for (let bit = 0; bit < file.length * 8; bit++) {
      const flipped = Buffer.from(file);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(decodeEntry("GET /", flipped)).toBeUndefined();
    }
  });

  it("knows no entry in a file of which some bytes were overwritten, or to which some were added", () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 64 });
    fc.assert(
      fc.property(bytes, fc.nat(file.length), (bytes, at) => {
        const changed = Buffer.concat([
          file.subarray(0, at),
          bytes,
          file.subarray(at + bytes.length),
        ]);
        fc.pre(!changed.equals(file));
        expect(decodeEntry("GET /", changed)).toBeUndefined();
      }),
    );
  });

  it("knows no entry in what is right by its checksum and yet none", () => {
    const [head] = encodeEntry("GET /", entry());
    const json = head.subarray(12).toString();
    for (const other of ["null", "[]", "{", '"', "7", json.replace("4}", "3}")]) {
      expect(decodeEntry("GET /", withHead(other))).toBeUndefined();
    }
  });
});

/** A file with a right checksum over a head that `encodeEntry` would not write. */
function withHead(json: string): Buffer {
  const head = Buffer.concat([Buffer.alloc(12), Buffer.from(json)]);
  head.writeUInt32BE(0x70_67_64_01, 0);
  head.writeUInt32BE(head.byteLength - 12, 8);
  head.writeUInt32BE(crc32(Buffer.concat([head.subarray(8), Buffer.from("page")])), 4);
  return Buffer.concat([head, Buffer.from("page")]);
}
