import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { tryParseUrl } from "../../../src/http/url/parse-url.ts";
import { keyOf, keysOf } from "../../../src/layers/cache/cache-key.ts";
import { urlLike } from "../../support/url-like.ts";

describe("keyOf", () => {
  it("spells a URL as its parser does, less user and fragment", () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withQueryParameters: true }), urlLike()), (url) => {
        expect(keyOf("GET", url)).toBe(`GET ${spelled(url)}`);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("keysOf", () => {
  it("has those of all methods whose responses are kept", () => {
    expect(keysOf("http://A.test")).toEqual(["GET http://a.test/", "HEAD http://a.test/"]);
  });
});

function spelled(text: string): string {
  const url = tryParseUrl(text);
  if (!url) return text;
  url.username = "";
  url.password = "";
  url.hash = "";
  return url.href;
}
