import { describe, expect, it } from "vitest";

import { nextTag } from "../../../src/http/charset/prescan-tag.ts";

describe("nextTag", () => {
  it("gives the tags of a text one after the other", () => {
    const text = "<!doctype html><P>one</p ><!-- <b> --><a/b>";
    expect(names(text)).toEqual(["p", "/p", "a/b"]);
  });

  it("gives attributes in any form", () => {
    const text = `<p A = "1>" b='2"'/c=3/d E f= >`;
    expect(nextTag(text, 0)?.attributes).toEqual(
      new Map([
        ["a", "1>"],
        ["b", '2"'],
        ["c", "3/d"],
        ["e", ""],
        ["f", ""],
      ]),
    );
  });

  it("gives an attribute whose name begins with an equals sign", () => {
    expect(nextTag("<p =a=b>", 0)?.attributes).toEqual(new Map([["=a", "b"]]));
  });

  it.each(["", "a < b", "<", "<p", "<p a", "<p a=", "<p a=b", "<p a='b>", "<!-- <p>", "<? <p"])(
    "finds no tag in %j",
    (text) => {
      expect(nextTag(text, 0)).toBeUndefined();
    },
  );
});

function names(text: string): string[] {
  const names: string[] = [];
  for (let tag = nextTag(text, 0); tag !== undefined; tag = nextTag(text, tag.end)) {
    names.push(tag.name);
  }
  return names;
}
