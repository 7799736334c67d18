import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { refreshTarget } from "../../src/html/meta-refresh.ts";

describe("refreshTarget", () => {
  it.each([
    ["0; url=/x", "/x"],
    ["0;URL=/x", "/x"],
    ["5, url = /x", "/x"],
    ["5 url=/x", "/x"],
    [" 5\n;\nurl\n=\n/x", "/x"],
    [".5; url=/x", "/x"],
    ["1.5.2; url=/x", "/x"],
    ["0; /x", "/x"],
    ["0; 'a b'", "a b"],
    ["0; url='/x' and more", "/x"],
    ['0; url="/x', "/x"],
    ["0; url", "url"],
    ["0; urls=/x", "urls=/x"],
    ["0; url=a;b", "a;b"],
  ])("of %j is %j", (content, target) => {
    expect(refreshTarget(content)).toBe(target);
  });

  it.each([
    "",
    "5",
    "5;",
    "5; url=",
    "5; url=''",
    "url=/x",
    "; url=/x",
    "5x; url=/x",
    "-1; url=/x",
    "٥; url=/x",
  ])("is none in %j", (content) => expect(refreshTarget(content)).toBeUndefined());

  it("is what follows a number and a separator, whatever that is", () =>
    fc.assert(
      fc.property(
        fc.nat(),
        fc.constantFrom("; ", ",", " ", ";url="),
        fc.webUrl(),
        (n, separator, url) => {
          expect(refreshTarget(`${n}${separator}${url}`)).toBe(url);
        },
      ),
    ));
});
