import { inspect } from "node:util";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { MemoryCookieJar } from "../../../src/layers/cookies/memory-cookie-jar.ts";
import { runChild } from "../../support/child.ts";
import { untyped } from "../../support/untyped.ts";

const shop = "https://www.shop.test/cart/view";
const at = (ms: number): { readonly now: Date } => ({ now: new Date(ms) });

describe("MemoryCookieJar", () => {
  it("loads tough-cookie when the first cookie comes", async () => {
    const child = await runChild(new URL("../../support/use-cookie-jar.ts", import.meta.url));
    expect(child).toMatchObject({ code: 0, stdout: "[false,false,true]" });
  });

  describe("of whose a cookie is", () => {
    it.each([
      ["a=1", "https://www.shop.test/cart/", true, "the host itself"],
      ["a=1", "http://www.shop.test:8080/cart/", true, "another port and scheme"],
      ["a=1", "https://shop.test/cart/", false, "the host above"],
      ["a=1", "https://x.www.shop.test/cart/", false, "a host below, without Domain"],
      ["a=1; Domain=www.shop.test", "https://x.www.shop.test/cart/", true, "a host below"],
      ["a=1; Domain=.SHOP.test", "https://other.shop.test/cart/", true, "a host beside"],
      ["a=1; Domain=..www.shop.test", "https://www.shop.test/cart/", false, "no host at all"],
      ["a=1; Domain=shop.test", "https://workshop.test/cart/", false, "a name that ends alike"],
      ["a=1", "https://www.shop.test/cart", true, "the folder"],
      ["a=1", "https://www.shop.test/carts", false, "a folder that begins alike"],
      ["a=1", "https://www.shop.test/", false, "the folder above"],
      ["a=1; Path=/", "https://www.shop.test/x", true, "all by Path"],
      ["a=1; Path=nonsense", "https://www.shop.test/cart/x", true, "the folder, as Path is none"],
      ["a=1; Path=/caf%C3%A9", "https://www.shop.test/caf%C3%A9/x", true, "an escaped path"],
      ["a=1; Path=/me", "https://www.shop.test/%6De", true, "a path that is decoded so"],
      ["a=1; Path=/%zz", "https://www.shop.test/%zz", true, "an escape that is none"],
      ["a=1; Path=/; Secure", "https://www.shop.test/", true, "Secure, by https"],
      ["a=1; Path=/; Secure", "http://www.shop.test/", false, "Secure, by http"],
      ["a=1; Path=/; HttpOnly", "https://www.shop.test/", true, "HttpOnly"],
      ["a=1; Path=/; SameSite=Strict", "https://www.shop.test/", true, "SameSite"],
      ["__Host-a=1; Path=/; Secure", "https://www.shop.test/", true, "a promise that is kept"],
      ["__host-a=1; Path=/; Secure", "https://www.shop.test/", true, "that in another case"],
      ["__Hosta=1; Path=/", "https://www.shop.test/", true, "a name that promises nothing"],
      ["a=1", "https://www.shop.test./cart/", true, "the host with a dot at its end"],
    ])("%s is sent to %s: %s, %s", (cookie, url, sent) => {
      const jar = new MemoryCookieJar();
      jar.setCookie(cookie, shop);
      expect(jar.getCookieString(url)).toBe(sent ? cookie.split(";")[0] : "");
    });

    it.each([
      ["a=1; Domain=test", shop, "a public suffix"],
      ["a=1; Domain=co.uk", "https://www.shop.co.uk/", "a public suffix"],
      ["a=1; Domain=github.io", "https://shop.github.io/", "a public suffix"],
      ["a=1; Domain=168.1.100", "https://192.168.1.100/", "a part of an address"],
      ["a=1; Domain=other.test", shop, "another site"],
      ["a=1; Domain=x.www.shop.test", shop, "a host below"],
      ["a=1; Domain=\u0000", shop, "no host"],
      ["a=1; Secure", "http://www.shop.test/", "Secure without TLS"],
      ["__Secure-a=1", shop, "a promise that is not kept"],
      ["__Host-a=1; Secure; Path=/; Domain=shop.test", shop, "a promise that is not kept"],
      ["__Host-a=1; Secure", "https://www.shop.test/", "a promise that is not kept"],
      ["__secure-a=1", shop, "a promise in another case"],
      ["__SeCuRe-a=1", shop, "a promise in another case"],
      ["__host-a=1; Path=/", shop, "a promise in another case"],
      ["__HOST-a=1; Secure; Path=/; Domain=shop.test", shop, "a promise in another case"],
      ["__host-a=1; Secure; Path=/cart", shop, "a promise in another case"],
      ["a=1; Domain=test.", "https://www.shop.test./", "a public suffix with a dot"],
      ["a", shop, "no cookie"],
      ["=1", shop, "no name"],
      ["", shop, "nothing"],
      ["a=\u007F", shop, "a control character"],
      ["a=1\u0001", shop, "a control character"],
      ["a=1", "no URL", "from nowhere"],
    ])("%s from %s is refused: %s", (cookie, url) => {
      const jar = new MemoryCookieJar();
      expect(() => jar.setCookie(cookie, url)).toThrow(Error);
      expect(jar.size).toBe(0);
    });

    it("a longer one than browsers take is refused", () => {
      const jar = new MemoryCookieJar();
      expect(() => jar.setCookie(`a=${"x".repeat(4096)}`, shop)).toThrow(RangeError);
      expect(() => jar.setCookie(`a=1; Path=/${"x".repeat(1024)}`, shop)).toThrow(RangeError);
      jar.setCookie(
        `a=${"x".repeat(4095)}; Path=/${"x".repeat(1023)}; More=${"x".repeat(9999)}`,
        shop,
      );
      expect(jar.size).toBe(1);
      expect(JSON.stringify(jar).length).toBeLessThan(6000);
    });

    it.each([
      ["https://192.168.1.100/", "a=1; Domain=192.168.1.100"],
      ["https://[2001:db8::1]:8443/", "a=1"],
      ["http://localhost:3000/", "a=1; Secure; Domain=localhost"],
      ["http://app.localhost/", "a=1; Secure"],
      ["http://127.0.0.1/", "a=1; Secure"],
      ["http://[::1]/", "a=1; Secure"],
      ["http://intranet/", "a=1; Domain=intranet"],
      ["https://github.io/", "a=1; Domain=github.io"],
      ["https://b\u00FCcher.test/", "a=1; Domain=b\u00FCcher.test"],
    ])("comes back to %s", (url, cookie) => {
      const jar = new MemoryCookieJar();
      jar.setCookie(cookie, url);
      expect(jar.getCookieString(url)).toBe("a=1");
    });

    it.each(["a=1", "a=1; Domain=shop.test", "a=1; Domain=shop.test."])(
      "%s, set by a host with a dot at its end, comes back to it, with the dot or without",
      (cookie) => {
        const jar = new MemoryCookieJar();
        jar.setCookie(cookie, "http://shop.test./");
        expect(jar.getCookieString("http://shop.test./")).toBe("a=1");
        expect(jar.getCookieString("http://shop.test/")).toBe("a=1");
        expect(jar.getCookieString("http://test./")).toBe("");
      },
    );

    it("a suffix that names itself is no more than a host", () => {
      const jar = new MemoryCookieJar();
      jar.setCookie("a=1; Domain=github.io", "https://github.io/");
      expect(jar.getCookieString("https://shop.github.io/")).toBe("");
    });

    it("what was set with TLS is not overlaid without", () => {
      const jar = new MemoryCookieJar();
      jar.setCookie("a=1; Secure; Path=/", shop);
      const plain = "http://www.shop.test/cart/";
      expect(() => jar.setCookie("a=2; Path=/", plain)).toThrow(TypeError);
      expect(() => jar.setCookie("a=2; Domain=shop.test; Path=/cart", plain)).toThrow(TypeError);
      jar.setCookie("b=2; Path=/", plain);
      expect(jar.getCookieString(shop)).toBe("a=1; b=2");
      jar.setCookie("a=3; Path=/", shop);
      expect(jar.getCookieString(plain)).toBe("a=3; b=2");
    });
  });

  describe("of how long it lasts", () => {
    it("ends at Max-Age, however often it is asked for", () => {
      const jar = new MemoryCookieJar();
      jar.setCookie("a=1; Max-Age=10; Expires=Thu, 01 Jan 1970 00:00:00 GMT", shop, at(1000));
      expect(jar.getCookieString(shop, at(10_999))).toBe("a=1");
      expect(jar.getCookieString(shop, at(11_000))).toBe("");
      expect(jar.size).toBe(0);
    });

    it("ends at Expires, or never", () => {
      const jar = new MemoryCookieJar();
      jar.setCookie("a=1; Expires=Thu, 01-Jan-70 00:00:10 GMT", shop, at(0));
      jar.setCookie("b=1; Expires=some day", shop, at(0));
      jar.setCookie(`c=1; Max-Age=${"9".repeat(30)}`, shop, at(0));
      expect(jar.getCookieString(shop, at(9999))).toBe("a=1; b=1; c=1");
      expect(jar.getCookieString(shop, at(8e15))).toBe("b=1; c=1");
    });

    it.each(["Max-Age=0", "Max-Age=-1", "Expires=Thu, 01 Jan 1970 00:00:00 GMT"])(
      "is removed by %s",
      (end) => {
        const jar = new MemoryCookieJar();
        jar.setCookie("a=1", shop);
        jar.setCookie(`a=2; ${end}`, "https://www.shop.test/cart/other");
        jar.setCookie(`b=2; ${end}`, shop);
        expect(jar.size).toBe(0);
      },
    );

    it("keeps its place where it is renewed; longer paths come first", () => {
      const jar = new MemoryCookieJar();
      for (const cookie of ["a=1; Path=/", "b=1; Path=/", "c=1; Path=/cart", "a=2; Path=/"]) {
        jar.setCookie(cookie, shop, at(5));
      }
      expect(jar.getCookieString(shop)).toBe("c=1; a=2; b=1");
    });
  });

  describe("of how many there are", () => {
    it("forgets of a site, subdomains included, what was set longest ago", () => {
      const jar = new MemoryCookieJar({ maxPerSite: 2 });
      jar.setCookie("x=1", "https://other.test/");
      for (const name of ["a", "b", "a", "c"]) {
        jar.setCookie(`${name}=1; Domain=shop.test; Path=/`, `https://${name}.shop.test/`);
      }
      expect(jar.getCookieString(shop)).toBe("a=1; c=1");
      expect(jar.getCookieString("https://other.test/")).toBe("x=1");
    });

    it("forgets of all what is of the site asked longest ago", () => {
      const jar = new MemoryCookieJar({ maxCookies: 2 });
      jar.setCookie("a=1", "https://a.test/");
      jar.setCookie("b=1", "https://b.test/");
      jar.getCookieString("https://a.test/");
      jar.setCookie("c=1", "https://c.test/");
      const kept = ["a", "b", "c"].map((name) => jar.getCookieString(`https://${name}.test/`));
      expect(kept).toEqual(["a=1", "", "c=1"]);
    });

    it("never has more than it may, nor counts wrongly", () => {
      const cookie = fc.record({
        host: fc.constantFrom("a.test", "x.a.test", "b.test", "10.0.0.1"),
        name: fc.constantFrom("a", "b", "c", "d"),
        age: fc.constantFrom("", "; Max-Age=0", "; Max-Age=5"),
      });
      fc.assert(
        fc.property(fc.array(cookie, { maxLength: 40 }), (cookies) => {
          const jar = new MemoryCookieJar({ maxCookies: 5, maxPerSite: 3 });
          cookies.forEach(({ host, name, age }, n) => {
            jar.setCookie(`${name}=1${age}`, `https://${host}/`, at(n * 1000));
            jar.getCookieString(`https://${host}/`, at(n * 1000));
            const { length } = jar.toJSON().cookies;
            expect(jar.size).toBe(length);
            expect(length).toBeLessThanOrEqual(5);
          });
        }),
      );
    });

    it.each([{ maxCookies: 0 }, { maxPerSite: 0.5 }])("refuses %o", (options) => {
      expect(() => new MemoryCookieJar(options)).toThrow(RangeError);
    });

    it("refuses options that do not exist", () => {
      expect(() => new MemoryCookieJar(untyped({ max: 5 }))).toThrow(TypeError);
    });
  });

  it("shows no secret where it is inspected", () => {
    const jar = new MemoryCookieJar();
    jar.setCookie("sid=secret", shop);
    expect(inspect(jar, { depth: Infinity, showHidden: true })).not.toContain("secret");
    expect(thrownBy(() => jar.setCookie("sid=secret; Domain=b.test", shop))).not.toContain(
      "secret",
    );
  });
});

function thrownBy(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return String(error);
  }
  return "nothing";
}
