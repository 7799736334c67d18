import fc from "fast-check";
import { type Cookie, CookieJar as ToughJar } from "tough-cookie";
import { describe, expect, it } from "vitest";

import { MemoryCookieJar } from "../../../src/layers/cookies/memory-cookie-jar.ts";

const shop = "https://www.shop.test/cart/view";
const at = (ms: number): { readonly now: Date } => ({ now: new Date(ms) });

describe("MemoryCookieJar, beside tough-cookie", () => {
  const host = fc.constantFrom("shop.test", "a.shop.test", "b.shop.test", "b.a.shop.test");
  const path = fc.constantFrom("/", "/a", "/a/b", "/a/b/", "/ab");
  const url = fc.tuple(host, path).map((parts) => `https://${parts.join("")}`);
  const attribute = fc.oneof(
    host.map((host) => `; Domain=${host}`),
    path.map((path) => `; Path=${path}`),
    fc.constantFrom("; Secure", "; HttpOnly", "; Max-Age=0", "; Max-Age=1000", "; Version=1"),
  );
  const cookie = fc
    .tuple(fc.constantFrom("a", "b", "__Host-c"), fc.nat(9), fc.array(attribute))
    .map(([name, value, attributes]) => `${name}=${value}${attributes.join("")}`);
  const set = fc.array(fc.tuple(cookie, url), { maxLength: 15 });

  it("sends the same", () => {
    fc.assert(
      fc.property(set, fc.array(url, { minLength: 1 }), (cookies, urls) => {
        const jar = new MemoryCookieJar();
        const tough = new ToughJar();
        for (const [cookie, url] of cookies) {
          evictExpired(tough, tough.setCookieSync(cookie, url, { ignoreError: true }));
          ignoring(() => jar.setCookie(cookie, url));
        }
        for (const url of urls.flatMap((url) => [url, url.replace("https", "http")])) {
          expect(jar.getCookieString(url)).toBe(tough.getCookieStringSync(url));
        }
      }),
    );
  });

  it("orders anew what was set again after it had expired", () => {
    const jar = new MemoryCookieJar();
    for (const cookie of ["a=0; Max-Age=0", "b=0", "a=1"]) jar.setCookie(cookie, shop);
    expect(jar.getCookieString(shop)).toBe("b=0; a=1");
  });

  it("sends the same once saved and loaded, by either", () => {
    fc.assert(
      fc.property(set, url, (cookies, url) => {
        const jar = new MemoryCookieJar();
        for (const [cookie, url] of cookies) ignoring(() => jar.setCookie(cookie, url));
        const saved: unknown = JSON.parse(JSON.stringify(jar));
        const loaded = MemoryCookieJar.fromJSON(saved);
        expect(loaded.toJSON()).toEqual(saved);
        expect(loaded.getCookieString(url)).toBe(jar.getCookieString(url));
        const tough = ToughJar.fromJSON(JSON.stringify(jar));
        expect(tough.getCookieStringSync(url)).toBe(jar.getCookieString(url));
      }),
    );
  });

  it("counts the age of its cookies from when they were set", () => {
    const tough = new ToughJar();
    tough.setCookieSync("a=1; Max-Age=10", shop, at(1000));
    const jar = MemoryCookieJar.fromJSON(tough.toJSON());
    expect(jar.getCookieString(shop, at(10_999))).toBe("a=1");
    expect(jar.getCookieString(shop, at(11_000))).toBe("");
  });
});

describe("MemoryCookieJar.fromJSON", () => {
  it.each([
    ["com", true, "https://com/", "https://example.com/"],
    ["localhost", false, "http://localhost/", "http://shop.test/"],
    ["192.0.2.1", false, "http://192.0.2.1/", "http://shop.test/"],
    ["a.test.", true, "http://a.test./", "http://b.a.test/"],
  ])("loads one for %s, which is for itself", (domain, hostOnly, its, another) => {
    const saved = { cookies: [{ key: "s", value: "1", domain, path: "/", hostOnly }] };
    const jar = MemoryCookieJar.fromJSON(saved);
    expect(jar.getCookieString(its)).toBe("s=1");
    expect(jar.getCookieString(another)).toBe("");
  });

  it.each([
    [null],
    ["{}"],
    [{}],
    [{ cookies: {} }],
    [{ cookies: [5] }],
    [{ cookies: [{ key: "s", value: "secret" }] }],
    [{ cookies: [{ key: "s", value: "secret", domain: "a.test", path: "x" }] }],
    [{ cookies: [{ key: "s", value: "secret\n", domain: "a.test", path: "/" }] }],
    [{ cookies: [{ key: "s", value: "secret", domain: "com", path: "/" }] }],
    [{ cookies: [{ key: "s", value: "secret", domain: "co.uk", path: "/", hostOnly: false }] }],
    [{ cookies: [{ key: "s", value: "secret", domain: "com.", path: "/" }] }],
    [{ cookies: [{ key: "__secure-s", value: "secret", domain: "a.test", path: "/" }] }],
    [
      {
        cookies: [{ key: "__Host-s", value: "secret", domain: "a.test", path: "/", secure: true }],
      },
    ],
  ])("does not load %o, nor shows it", (saved) => {
    const message = thrownBy(() => MemoryCookieJar.fromJSON(saved));
    expect(message).toMatch(/^TypeError: Expected /);
    expect(message).not.toContain("secret");
  });
});

/** As RFC 6265, section 5.3, demands at any time; the other jar keeps the place of an expired one until it is asked. */
function evictExpired(jar: ToughJar, cookie: Cookie | undefined): void {
  if (!cookie || cookie.TTL() > 0) return;
  jar.store.removeCookie(cookie.domain ?? "", cookie.path ?? "", cookie.key, () => {});
}

function ignoring(work: () => void): void {
  try {
    work();
  } catch {
    // A cookie that is refused, as the other jar has been told to ignore too.
  }
}

function thrownBy(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return String(error);
  }
  return "nothing";
}
