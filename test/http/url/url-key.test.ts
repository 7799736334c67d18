import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { isPlainUrl, urlKey, type UrlKeyOptions } from "../../../src/http/url/url-key.ts";
import { urlLike, validUrl } from "../../support/url-like.ts";

describe("urlKey", () => {
  it.each([
    ["the case of scheme and host", "HTTP://Shop.TEST/a", "http://shop.test/a"],
    ["a default port", "https://shop.test:443/a", "https://shop.test/a"],
    ["an empty port", "http://shop.test:/a", "http://shop.test/a"],
    ["a missing path", "http://shop.test?x", "http://shop.test/?x"],
    ["the fragment", "http://shop.test/a?b#c?d", "http://shop.test/a?b"],
    ["an empty query", "http://shop.test/a?#c", "http://shop.test/a"],
    ["credentials", "http://ann:secret@shop.test/a", "http://shop.test/a"],
    ["the dot that ends a host name", "http://shop.test.:8080/a", "http://shop.test:8080/a"],
    ["dot segments", "http://shop.test/a/./b/%2E%2e/c/..", "http://shop.test/a/"],
    ["the kind of slashes", "http:\\\\shop.test\\a", "http://shop.test/a"],
    ["white space around", " \n http://shop.test/a\t", "http://shop.test/a"],
    ["line breaks inside", "http://shop\n.test/a\r\nb", "http://shop.test/ab"],
    ["the spelling of an international host", "http://Bücher.test/", "http://xn--bcher-kva.test/"],
    ["the spelling of an address", "http://0x7f.1:8080/", "http://127.0.0.1:8080/"],
    ["the spelling of an IPv6 address", "http://[0:0::0001]/", "http://[::1]/"],
    [
      "escapes of unreserved characters",
      "http://shop.test/%41%7e%2D?%5f",
      "http://shop.test/A~-?_",
    ],
    [
      "the case of hex digits",
      "http://shop.test/a%2fb?c=%c3%bc",
      "http://shop.test/a%2Fb?c=%C3%BC",
    ],
    [
      "whether unsafe characters are escaped",
      "http://shop.test/ü ?ü ",
      "http://shop.test/%C3%BC%20?%C3%BC",
    ],
  ])("does not count %s", (_, url, key) => expect(urlKey(url)).toBe(key));

  it.each([
    ["http://shop.test/a", "https://shop.test/a"],
    ["http://shop.test/a", "http://www.shop.test/a"],
    ["http://shop.test/a", "http://shop.test:8080/a"],
    ["http://shop.test/a", "http://shop.test/A"],
    ["http://shop.test/a", "http://shop.test/a/"],
    ["http://shop.test/a/b", "http://shop.test/a//b"],
    ["http://shop.test/a/b", "http://shop.test/a%2Fb"],
    ["http://shop.test/a%23b", "http://shop.test/a#b"],
    ["http://shop.test/a%3Fb", "http://shop.test/a?b"],
    ["http://shop.test/%41", "http://shop.test/%2541"],
    ["http://shop.test/?t=One", "http://shop.test/?t=one"],
    ["http://shop.test/?a", "http://shop.test/?a="],
    ["http://shop.test/?a+b", "http://shop.test/?a%20b"],
    ["http://shop.test/?a+b", "http://shop.test/?a%2Bb"],
    ["http://shop.test/?a&b", "http://shop.test/?b&a"],
    ["http://shop.test/?a[]=1&a[]=2", "http://shop.test/?a[]=2"],
    ["http://shop.test/?a&b", "http://shop.test/?a&&b"],
  ])("tells %s from %s", (a, b) => expect(urlKey(a)).not.toBe(urlKey(b)));

  it.each(["/100%", "/100%zz", "/%%34", "/%4%31", "/%%2541", "/a%%7e"])(
    "lets stray percent signs be in %s",
    (path) => expect(urlKey(`http://shop.test${path}`)).toBe(`http://shop.test${path}`),
  );

  it("keeps a path that begins with two slashes a path", () => {
    const key = urlKey("http://shop.test/a/..//other.test/b");
    expect(key).toBe("http://shop.test//other.test/b");
    expect(urlKey(key)).toBe(key);
  });

  it("reads other schemes too, if there is a host", () => {
    expect(urlKey("SFTP://Ann@Files.TEST/a%7e#b")).toBe("sftp://files.test/a~");
  });

  it.each(["", "shop.test", "/a", "//shop.test/a", "http://", "mailto:ann", "http://a b/"])(
    "throws a TypeError that quotes %j",
    (url) => {
      expect(() => urlKey(url)).toThrow(TypeError);
      expect(() => urlKey(url)).toThrow(JSON.stringify(url));
    },
  );

  it("sorts by name, and leaves the values of one name in their order", () => {
    const key = urlKey("http://shop.test/?b=2&a=9&b=1&&a&c", { sortQuery: true });
    expect(key).toBe("http://shop.test/?a=9&a&b=2&b=1&c");
  });

  it("strips whole parameters by exact name", () => {
    const url = "http://shop.test/?ref=x&id=1&xref=2&ref&to=/?ref=3&REF=4#c";
    const key = "http://shop.test/?id=1&xref=2&to=/?ref=3&REF=4";
    expect(urlKey(url, { stripParams: ["ref"] })).toBe(key);
  });

  it("strips all parameters that begin as a name that ends in *", () => {
    const url = "http://shop.test/?utm_source=x&utm=1&utm_&my_utm_id=2";
    expect(urlKey(url, { stripParams: ["utm_*"] })).toBe("http://shop.test/?utm=1&my_utm_id=2");
  });

  it("strips by the decoded name", () => {
    const url = "http://shop.test/?a%5B%5D=1&a[]=2&b+c=3&%zz=4&d=5";
    expect(urlKey(url, { stripParams: ["a[]", "b c", "%zz"] })).toBe("http://shop.test/?d=5");
  });

  it("drops the question mark with the last parameter", () => {
    expect(urlKey("http://shop.test/?ref=x&", { stripParams: ["ref"] })).toBe("http://shop.test/");
    expect(urlKey("http://shop.test/?&", { sortQuery: true })).toBe("http://shop.test/");
  });

  it.each(["utm_*", [/^utm_/]])("refuses %s in place of an array of names", (stripParams) => {
    // @ts-expect-error for those who write JavaScript
    const key = (): string => urlKey("http://shop.test/?a", { stripParams });
    expect(key).toThrow(TypeError);
    expect(key).toThrow('Expected "stripParams" to be an array of strings: got ');
  });

  it("gives a key for its own key", () =>
    fc.assert(
      fc.property(validUrl(), options, (url, options) => {
        const key = urlKey(url, options);
        expect(urlKey(key, options)).toBe(key);
        expect(new URL(key).href).toBe(key);
      }),
    ));

  it("agrees with the WHATWG parser on what counts", () =>
    fc.assert(
      fc.property(validUrl(), (url) => {
        const { protocol, port, hostname, pathname, search } = new URL(url);
        const key = new URL(urlKey(url));
        expect(key).toMatchObject({ protocol, port, hash: "", username: "", password: "" });
        expect(key.hostname).toBe(hostname.replace(/(?<=[^.])\.$/, ""));
        expect(bytes(key.pathname)).toBe(bytes(pathname));
        expect(bytes(key.search)).toBe(bytes(search));
      }),
    ));

  // A URL in white space never takes the fast path.
  it("is the same, or refused, by the fast path and by the WHATWG parser", () =>
    fc.assert(
      fc.property(urlLike(), (url) => {
        expect(outcome(url)).toBe(outcome(` ${url}`));
      }),
      { numRuns: 2000 },
    ));

  it("is the same however its characters are escaped and its letters cased", () => {
    const letter = fc.constantFrom(...Array.from("abcXYZ019-._~"));
    const text = fc.array(letter, { minLength: 1 }).map((letters) => `x${letters.join("")}x`);
    const spelling = fc.infiniteStream(fc.constantFrom(plain, escapeUpper, escapeLower));
    fc.assert(
      fc.property(text, spelling, (text, spelling) => {
        const spelled = Array.from(text, (letter) => spelling.next().value(letter)).join("");
        expect(urlKey(`http://shop.test/${spelled}?${spelled}`)).toBe(
          `http://shop.test/${text}?${text}`,
        );
      }),
    );
  });

  it("sorts any query without losing, joining or changing a parameter", () =>
    fc.assert(
      fc.property(validUrl(), (url) => {
        const sorted = params(urlKey(url, { sortQuery: true }));
        expect(sorted.toSorted()).toEqual(params(urlKey(url)).toSorted());
      }),
    ));

  it("is untouched by names that do not occur", () =>
    fc.assert(
      fc.property(validUrl(), (url) => {
        expect(urlKey(url, { stripParams: ["absent", "absent_*"] })).toBe(urlKey(url));
      }),
    ));
});

const options: fc.Arbitrary<UrlKeyOptions> = fc.record(
  { sortQuery: fc.boolean(), stripParams: fc.subarray(["a", "b*", "*"]) },
  { requiredKeys: [] },
);

/** The parameters of a key that are not empty. */
function params(key: string): readonly string[] {
  const mark = key.indexOf("?");
  return mark === -1
    ? []
    : key
        .slice(mark + 1)
        .split("&")
        .filter(Boolean);
}

const plain = (letter: string): string => letter;
const escapeLower = (letter: string): string => `%${letter.charCodeAt(0).toString(16)}`;
const escapeUpper = (letter: string): string => escapeLower(letter).toUpperCase();

/** What the escapes of a text stand for, byte by byte; reserved characters stay apart from theirs. */
function bytes(text: string): string {
  return text.replaceAll(/%[\da-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[a-z\d\-._~]/i.test(character) ? character : escape.toLowerCase();
  });
}

function outcome(url: string): string {
  try {
    return urlKey(url);
  } catch (error) {
    if (error instanceof TypeError) return "refused";
    throw error;
  }
}

describe("isPlainUrl", () => {
  it("holds of no URL that the parser would change, or that is not its own key", () => {
    fc.assert(
      fc.property(fc.oneof(urlLike(), validUrl()), (url) => {
        if (!isPlainUrl(url)) return;
        expect(new URL(url).href).toBe(url);
        expect(urlKey(url)).toBe(url);
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ["http://shop.test/a/b.html?c=d", true],
    ["https://10.0.0.1:8080/~ann/%2F", true],
    ["http://shop.test/a/../b", false],
    ["http://shop.test/a#b", false],
    ["http://user@shop.test/", false],
    ["http://shop.test", false],
    ["/a", false],
  ])("of %s it is %s", (url, is) => expect(isPlainUrl(url)).toBe(is));
});
