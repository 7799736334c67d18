import { crc32 } from "node:zlib";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  decodeEntry,
  decodeHead,
  encodeEntry,
  fileLength,
} from "../../../src/layers/disk-cache/disk-entry.ts";
import { anyEntry, entry } from "../cache/cache-store-behaviour.ts";

describe("decodeEntry", () => {
  const file = Buffer.concat(encodeEntry("GET /", entry()));

  it("gives back what was encoded", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), anyEntry, (key, entry) => {
        expect(decodeEntry(Buffer.concat(encodeEntry(key, entry)))).toEqual({ key, entry });
      }),
    );
  });

  it("gives back times that JSON has not", () => {
    for (const time of [NaN, Infinity, -Infinity, -1.5, 1.5e300]) {
      for (const times of [{ expiresAt: time }, { storedAt: time }]) {
        const file = Buffer.concat(encodeEntry("GET /", entry(times)));
        expect(decodeEntry(file)).toEqual({ key: "GET /", entry: entry(times) });
      }
    }
  });

  it("knows no entry in a file that was cut off anywhere", () => {
    for (let length = 0; length < file.length; length++) {
      expect(decodeEntry(file.subarray(0, length))).toBeUndefined();
    }
  });

  it("knows no entry in a file of which any bit was flipped", () => {
    for (let bit = 0; bit < file.length * 8; bit++) {
      const flipped = Buffer.from(file);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(decodeEntry(flipped)).toBeUndefined();
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
        expect(decodeEntry(changed)).toBeUndefined();
      }),
    );
  });

  it("knows no entry in what is right by its checksum and yet none", () => {
    const { body: _, headers: _headers, ...fields } = entry();
    const heads = [null, [], {}, "", 7, ["GET /"], ["GET /", null, []], [7, fields, []]];
    for (const head of [...heads, ["GET /", fields], ["GET /", fields, ["a"]]]) {
      expect(decodeEntry(withHead(JSON.stringify(head)))).toBeUndefined();
    }
    for (const json of ["", "{", "[", '"']) expect(decodeEntry(withHead(json))).toBeUndefined();
  });

  it.each([
    { url: 7 },
    { status: "200" },
    { vary: null },
    { vary: { a: 7 } },
    { storedAt: null },
    { expiresAt: "never" },
  ])("knows no entry with %j", (wrong) => {
    const { body: _, headers: _headers, ...fields } = entry();
    expect(decoded(fields, ["a", "b"])).toBeDefined();
    expect(decoded(fields, ["a", 7])).toBeUndefined();
    expect(decoded({ ...fields, ...wrong }, ["a", "b"])).toBeUndefined();
  });

  it("knows no entry of another version of the format", () => {
    const other = Buffer.from(file);
    other[3] = (other[3] ?? 0) + 1;
    expect(decodeEntry(other)).toBeUndefined();
  });
});

describe("fileLength", () => {
  it("tells the length of a file by its first bytes", () => {
    fc.assert(
      fc.property(anyEntry, (entry) => {
        const file = Buffer.concat(encodeEntry("GET /", entry));
        expect(fileLength(file.subarray(0, 18))).toBe(file.length);
      }),
    );
  });

  it("tells nothing of what is none of ours", () => {
    const file = Buffer.concat(encodeEntry("GET /", entry()));
    expect(fileLength(file.subarray(0, 17))).toBeUndefined();
    expect(fileLength(Buffer.alloc(100))).toBeUndefined();
  });
});

describe("decodeHead", () => {
  it("reads all but the body, which may be missing", () => {
    const [head] = encodeEntry("GET /", entry());
    expect(decodeHead(head, new Uint8Array())).toEqual({
      key: "GET /",
      entry: entry({ body: new Uint8Array() }),
    });
    expect(decodeHead(head.subarray(0, -1), new Uint8Array())).toBeUndefined();
  });
});

/** A file with right lengths and a right checksum over a head that `encodeEntry` would not write. */
function withHead(json: string): Buffer {
  const [head, body] = encodeEntry("GET /", entry());
  const file = Buffer.concat([head.subarray(0, 18), Buffer.from(json), body]);
  file.writeUInt32BE(Buffer.byteLength(json), 8);
  file.writeUInt32BE(crc32(file.subarray(8)), 4);
  return file;
}

function decoded(fields: object, headers: readonly unknown[]): unknown {
  return decodeEntry(withHead(JSON.stringify(["GET /", fields, headers])));
}
