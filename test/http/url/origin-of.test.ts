import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { originOf } from "../../../src/http/url/origin-of.ts";
import { tryParseUrl } from "../../../src/http/url/parse-url.ts";
import { validUrl } from "../../support/url-like.ts";

describe("originOf", () => {
  it("is what the WHATWG parser says it is", () => {
    fc.assert(
      fc.property(validUrl(), (url) => {
        fc.pre(tryParseUrl(url) !== undefined);
        expect(originOf(url)).toBe(new URL(url).origin);
      }),
    );
  });

  it("quotes what is no URL", () => {
    expect(() => originOf("shop.test/a")).toThrow('got "shop.test/a"');
  });
});
