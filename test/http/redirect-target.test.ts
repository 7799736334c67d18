import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { HttpError } from "../../src/http/errors.ts";
import { HttpHeaders } from "../../src/http/headers.ts";
import { type HttpRequest, HttpResponse } from "../../src/http/message.ts";
import { redirectOf } from "../../src/http/redirect-target.ts";
import { secretHeaders } from "../../src/http/secret-headers.ts";
import { tryParseUrl } from "../../src/http/url/parse-url.ts";
import { validUrl } from "../support/url-like.ts";

const url = "https://shop.test/a/b?c=1";

describe("redirectOf", () => {
  it("takes 301, 302, 303, 307 and 308 for redirects, and no other status", () => {
    const every = Array.from({ length: 500 }, (_, at) => 100 + at);
    const followed = every.filter((status) => follow({ url }, status, "/x") !== undefined);
    expect(followed).toEqual([301, 302, 303, 307, 308]);
  });

  it.each([[], [""], ["  "]])("leaves a response whose Location is %o", (...locations) => {
    expect(redirectOf({ url }, answer(302, locations))).toBeUndefined();
  });

  describe("the target", () => {
    it.each([
      ["/x", "https://shop.test/x"],
      ["x", "https://shop.test/a/x"],
      ["../x?y=2", "https://shop.test/x?y=2"],
      ["?d=2", "https://shop.test/a/b?d=2"],
      ["//cdn.test/x", "https://cdn.test/x"],
      ["///cdn.test/x", "https://cdn.test/x"],
      ["HTTP://CDN.test", "http://cdn.test/"],
      ["/two words?q=a b", "https://shop.test/two%20words?q=a%20b"],
      ["/50%25%2Foff", "https://shop.test/50%25%2Foff"],
      ["https://m\u00FCller.test/", "https://xn--mller-kva.test/"],
    ])("of %s is %s", (location, target) => {
      expect(follow({ url }, 302, location)?.url).toBe(target);
    });

    it("reads bytes that are UTF-8 as such, and others as Latin-1", () => {
      const bytes = Buffer.from("/\u00E0/\u30C4").toString("latin1");
      expect(follow({ url }, 302, bytes)?.url).toBe("https://shop.test/%C3%A0/%E3%83%84");
      expect(follow({ url }, 302, "/\u00E0")?.url).toBe("https://shop.test/%C3%A0");
    });

    it.each([
      ["https://shop.test/b", "https://me:p%40w@shop.test/b"],
      ["//shop.test:443/b", "https://me:p%40w@shop.test/b"],
      ["/b", "https://me:p%40w@shop.test/b"],
      ["https://you@shop.test/b", "https://you@shop.test/b"],
      ["http://shop.test/b", "http://shop.test/b"],
      ["https://shop.test:8443/b", "https://shop.test:8443/b"],
      ["https://cdn.test/b", "https://cdn.test/b"],
    ])("keeps user name and password within their origin: %s", (location, target) => {
      expect(follow({ url: "https://me:p%40w@shop.test/a" }, 302, location)?.url).toBe(target);
    });

    it("shows no password of what is no URL", () => {
      const error = thrown(() => follow({ url: ` ${url}` }, 302, "http://me:x#hush@cdn.test/"));
      expect(String(error)).toContain("http://REDACTED@cdn.test/");
    });

    it("inherits the fragment, unless Location has one, be it empty", () => {
      const request = { url: `${url}#here` };
      expect(follow(request, 302, "/x")?.url).toBe("https://shop.test/x#here");
      expect(follow(request, 302, "/x#there")?.url).toBe("https://shop.test/x#there");
      expect(follow(request, 302, "/x#")?.url).toBe("https://shop.test/x#");
    });

    it.each(["file:///etc/passwd", "javascript:alert(1)", "mailto:a@b", "http://", "http://a b/"])(
      "is never %s",
      (location) => {
        const error = thrown(() => follow({ url }, 302, location));
        expect(error).toBeInstanceOf(HttpError);
        expect(error).toMatchObject({ code: "bad_redirect", response: { status: 302 } });
      },
    );

    it("must be one, however often it is told", () => {
      expect(redirectOf({ url }, answer(302, ["/x", "/x"]))?.url).toBe("https://shop.test/x");
      const error = thrown(() => redirectOf({ url }, answer(302, ["/x", "/y"])));
      expect(error).toMatchObject({ code: "bad_redirect" });
    });

    it("is where a browser would go, whatever Location says", () => {
      fc.assert(
        fc.property(validUrl(), fc.webPath(), (url, path) => {
          const target = path === "" ? undefined : tryParseUrl(path, tryParseUrl(url));
          fc.pre(target !== undefined);
          expect(withoutFragment(follow({ url }, 302, path)?.url)).toBe(
            withoutFragment(target.href),
          );
        }),
      );
    });
  });

  describe("the method", () => {
    it.each([
      [301, "POST", "GET"],
      [302, "POST", "GET"],
      [303, "POST", "GET"],
      [303, "PUT", "GET"],
      [303, "HEAD", "HEAD"],
      [301, "HEAD", "HEAD"],
      [301, "PUT", "PUT"],
      [302, "DELETE", "DELETE"],
      [307, "POST", "POST"],
      [308, "PATCH", "PATCH"],
      [303, "get", "GET"],
      [302, "post", "GET"],
    ])("after %d to a %s is %s", (status, method, next) => {
      expect(follow({ url, method }, status, "/x")?.method).toBe(next);
    });

    it("stays absent where it was", () => {
      expect(follow({ url }, 302, "/x")).toEqual({ url: "https://shop.test/x" });
    });

    it("becomes GET without the body and what speaks of it, and keeps all else", () => {
      const request = {
        url,
        method: "POST",
        body: "a=1",
        headers: {
          "Content-Type": "text/plain",
          "content-length": "3",
          "Content-Digest": "x",
          "Transfer-Encoding": "chunked",
          Accept: "*/*",
        },
        timeoutMs: 5,
        meta: { page: 1 },
      };
      const next = follow(request, 303, "/x");
      expect(next).toMatchObject({ timeoutMs: 5, meta: { page: 1 } });
      expect(next).not.toHaveProperty("body");
      expect(headersOf(next)).toEqual([["Accept", "*/*"]]);
    });

    it("keeps the body where it is kept itself", () => {
      const request = { url, method: "POST", body: "a=1", headers: { "content-type": "x/y" } };
      expect(follow(request, 307, "/x")).toMatchObject({ body: "a=1", headers: request.headers });
    });
  });

  describe("the headers", () => {
    const headers = {
      Authorization: "Bearer s",
      Cookie: "sid=1",
      "Proxy-Authorization": "Basic x",
      Host: "alias.test",
      "X-Api-Key": "k",
      "X-Trace": "t",
    };

    it.each(["https://cdn.test/", "https://shop.test:8443/", "http://shop.test/"])(
      "lose what another origin must not see on the way to %s",
      (location) => {
        const next = redirectOf({ url, headers }, answer(307, [location]), ["x-api-key"]);
        expect(headersOf(next)).toEqual([["X-Trace", "t"]]);
      },
    );

    it("lose the keys and tokens of services, whatever is said", () => {
      const keys = Object.fromEntries(secretHeaders.map((name) => [name.toUpperCase(), "s3cret"]));
      const next = follow({ url, headers: { ...keys, accept: "*/*" } }, 302, "https://cdn.test/");
      expect(headersOf(next)).toEqual([["accept", "*/*"]]);
    });

    it.each([
      ["https://cdn.test/", "https://shop.test/a?b=1#c", "https://shop.test/"],
      ["http://cdn.test/", "https://shop.test/a?b=1", undefined],
      ["http://cdn.test/", "http://me:pw@other.test/a", "http://other.test/"],
      ["https://cdn.test/", "about:blank", undefined],
      ["https://cdn.test/", "no URL", undefined],
      ["/x", "https://shop.test/a?b=1", "https://shop.test/a?b=1"],
    ])("tell %s of the Referer %s no more than %s", (location, referer, told) => {
      const next = follow({ url, headers: { referer } }, 302, location);
      expect(headersOf(next)).toEqual(told === undefined ? [] : [["referer", told]]);
    });

    it("stay whole within the origin", () => {
      const next = redirectOf({ url, headers }, answer(307, ["https://SHOP.test:443/x"]), ["x"]);
      expect(headersOf(next)).toEqual(Object.entries(headers));
    });
  });
});

function follow(request: HttpRequest, status: number, location: string): HttpRequest | undefined {
  return redirectOf(request, answer(status, [location]));
}

function answer(status: number, locations: readonly string[]): HttpResponse {
  return new HttpResponse({ url, status, headers: { Location: locations } });
}

function headersOf(request: HttpRequest | undefined): (readonly [string, string])[] {
  return [...HttpHeaders.from(request?.headers)];
}

function withoutFragment(url: string | undefined): string | undefined {
  return url?.replace(/#.*/s, "");
}

function thrown(fn: () => unknown): unknown {
  try {
    fn();
  } catch (error) {
    return error;
  }
  return undefined;
}
