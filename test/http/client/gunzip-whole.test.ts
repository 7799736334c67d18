import { gzipSync } from "node:zlib";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { gunzipWhole } from "../../../src/http/client/gunzip-whole.ts";

const MUCH = { maxOutputLength: 1e6 };

describe("gunzipWhole", () => {
  it("undoes one member or several, and passes over what stands behind them", () => {
    const texts = fc.array(fc.string(), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(texts, fc.uint8Array(), (texts, rest) => {
        fc.pre(rest[0] !== 0x1f);
        const bytes = Buffer.concat([...texts.map((text) => gzipSync(text)), rest]);
        expect(gunzipWhole(bytes, MUCH).toString()).toBe(Buffer.from(texts.join("")).toString());
      }),
    );
  });

  it("finds the end behind every field that a header may have", () => {
    const [head, data] = [gzipSync("text").subarray(0, 10), gzipSync("text").subarray(10)];
    const fields = [
      [4, "\u0003\0abc"],
      [8, "name\0"],
      [16, "comment\0"],
      [4 + 8 + 16, "\u0001\0xname\0comment\0"],
    ] as const;
    for (const [flags, field] of fields) {
      const bytes = Buffer.concat([head, Buffer.from(field), data, Buffer.from("garbage")]);
      bytes[3] = flags;
      expect(gunzipWhole(bytes, MUCH).toString()).toBe("text");
    }
  });

  it("throws on bytes that are cut, damaged or too many", () => {
    const bytes = gzipSync("hello hello hello");
    const damaged = Buffer.from(bytes).fill(0xff, 12, 16);
    for (const wrong of [bytes.subarray(0, -1), damaged, Buffer.concat([damaged, bytes])]) {
      expect(() => gunzipWhole(wrong, MUCH)).toThrow(/./);
    }
    for (const rest of ["", "garbage"]) {
      const long = Buffer.concat([bytes, Buffer.from(rest)]);
      expect(() => gunzipWhole(long, { maxOutputLength: 16 })).toThrow(RangeError);
    }
  });

  it("takes what begins like a member for one, which may be cut", () => {
    const bytes = Buffer.concat([gzipSync("text"), gzipSync("more").subarray(0, 1)]);
    expect(() => gunzipWhole(bytes, MUCH)).toThrow("unexpected end of file");
  });

  it("passes over what stands behind a hundred members, not behind more", () => {
    const rest = Buffer.from("X");
    expect(gunzipWhole(Buffer.concat([...members(100), rest]), MUCH)).toHaveLength(100);
    expect(gunzipWhole(Buffer.concat(members(5000)), MUCH)).toHaveLength(5000);
    expect(() => gunzipWhole(Buffer.concat([...members(101), rest]), MUCH)).toThrow(/./);
  });
});

function members(count: number): Buffer[] {
  return Array.from({ length: count }, () => gzipSync("a"));
}
