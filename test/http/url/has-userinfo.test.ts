import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { hasUserinfo } from "../../../src/http/url/has-userinfo.ts";
import { validUrl } from "../../support/url-like.ts";

describe("hasUserinfo", () => {
  it.each([
    "http://me@a.test/",
    "http://:pw@a.test/",
    " http://me:pw@a.test/",
    "h\nttp://me@a.test",
  ])("finds one in %j", (url) => {
    expect(hasUserinfo(url)).toBe(true);
  });

  it.each(["http://a.test/", "http://a.test/@me", "http://@a.test/", "a.test", ""])(
    "finds none in %j",
    (url) => {
      expect(hasUserinfo(url)).toBe(false);
    },
  );

  it.each(["http://me:pw#x@a.test/", "http://me:x/pw@a.test/", "me@a.test"])(
    "takes %j, which is no URL, to have one",
    (text) => {
      expect(hasUserinfo(text)).toBe(true);
    },
  );

  it("is of the opinion of the parser", () => {
    fc.assert(
      fc.property(validUrl(), (text) => {
        const url = new URL(text);
        expect(hasUserinfo(text)).toBe(url.username !== "" || url.password !== "");
      }),
    );
  });
});
