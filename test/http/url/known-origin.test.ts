import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { knownOrigin } from "../../../src/http/url/known-origin.ts";
import { tryParseUrl } from "../../../src/http/url/parse-url.ts";
import { validUrl } from "../../support/url-like.ts";

describe("knownOrigin", () => {
  it("is what the WHATWG parser says, where it says something, and each time again", () => {
    fc.assert(
      fc.property(validUrl(), (url) => {
        const found = knownOrigin(url);
        if (!found) return;
        const { origin, hostname } = new URL(url);
        expect(found).toEqual({ origin, host: hostname });
        expect(url.startsWith(origin)).toBe(true);
        expect(knownOrigin(`${origin}/other`)).toEqual(found);
      }),
    );
  });

  it("knows the origins that most sites have", () => {
    for (const origin of ["https://shop.test", "http://shop.test:8080", "http://127.0.0.1:3000"]) {
      expect(knownOrigin(`${origin}/a?b#c`)?.origin).toBe(origin);
      expect(knownOrigin(origin)?.origin).toBe(origin);
    }
  });

  it.each([
    "https://Shop.test/",
    "https://shop.test:443/",
    "https://ann@shop.test/",
    "https://shop.test?/",
    "https://shop.test\\a/",
    "ftp://shop.test/",
    "https:///a",
    "shop.test/a",
  ])("leaves %s to the parser", (url) => {
    expect(knownOrigin(url)).toBeUndefined();
  });

  it("is right also once it has known very many", () => {
    for (let n = 0; n < 2500; n++) {
      expect(knownOrigin(`https://shop-${n}.test/`)?.host).toBe(`shop-${n}.test`);
      expect(tryParseUrl(`https://shop-${n}.test/`)?.hostname).toBe(`shop-${n}.test`);
    }
  });
});
