import { gzipSync } from "node:zlib";

import { describe, expect, it } from "vitest";

import { memberEnds } from "../../../src/http/client/gzip-members.ts";

const MUCH = { maxOutputLength: 1e6 };

describe("memberEnds", () => {
  it("finds the end of each member, and nothing in what stands behind them", () => {
    const members = ["", "one", "two ".repeat(1000)].map((text) => gzipSync(text));
    const ends = members.map((_, n) => Buffer.concat(members.slice(0, n + 1)).length);
    const bytes = Buffer.concat([...members, Buffer.from("garbage")]);
    expect([...memberEnds(bytes, MUCH)]).toEqual(ends);
    expect([...memberEnds(Buffer.from("garbage"), MUCH)]).toEqual([]);
  });

  it("walks over a hundred members at most", () => {
    const members = Array.from({ length: 5000 }, () => gzipSync(""));
    expect([...memberEnds(Buffer.concat(members), MUCH)]).toHaveLength(100);
  });

  it("makes no more of all members than of one, be their checksums wrong", () => {
    const member = gzipSync(Buffer.alloc(1000));
    member.fill(1, member.length - 8);
    const bytes = Buffer.concat(Array.from({ length: 50 }, () => member));
    const found: number[] = [];
    const walk = (): void => {
      for (const end of memberEnds(bytes, { maxOutputLength: 3500 })) found.push(end);
    };
    expect(walk).toThrow(RangeError);
    expect(found).toHaveLength(3);
  });
});
