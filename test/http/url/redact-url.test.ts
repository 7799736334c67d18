import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { redactUrl } from "../../../src/http/url/redact-url.ts";
import { validUrl } from "../../support/url-like.ts";

describe("redactUrl", () => {
  it("hides user name and password", () => {
    const shown = redactUrl("https://me:p%40ss@shop.test:8443/a");
    expect(shown).toBe("https://REDACTED:REDACTED@shop.test:8443/a");
    expect(redactUrl("https://me@shop.test/")).toBe("https://REDACTED@shop.test/");
  });

  it("leaves an @ that names nobody", () => {
    const url = "https://shop.test/@me:pw@x?to=me@shop.test#@";
    expect(redactUrl(url)).toBe(url);
  });

  it("hides the values of parameters that are secrets, however their names are written", () => {
    expect(redactUrl("http://h.test/?q=1&token=a%26b&ToKeN=c&%74oken=d#token=e&x=2")).toBe(
      "http://h.test/?q=1&token=REDACTED&ToKeN=REDACTED&%74oken=REDACTED#token=REDACTED&x=2",
    );
  });

  it.each([
    ["http://h.test/a;token=hush/b?q=1", "http://h.test/a;token=REDACTED/b?q=1"],
    ["http://h.test/a;jsessionid=hush?q=1", "http://h.test/a;jsessionid=REDACTED?q=1"],
    ["http://h.test/?q=1;token=hu;sh&x=2", "http://h.test/?q=1;token=REDACTED&x=2"],
    [
      "http://h.test/?token[]=hush&token[0]=hush",
      "http://h.test/?token[]=REDACTED&token[0]=REDACTED",
    ],
    ["http://h.test/?user[password]=hush&a[b]=c", "http://h.test/?user[password]=REDACTED&a[b]=c"],
    ["http://h.test/?token%5B%5D=hush", "http://h.test/?token%5B%5D=REDACTED"],
    [
      "http://h.test/?next=http://h.test/?token=hush",
      "http://h.test/?next=http://h.test/?token=REDACTED",
    ],
  ])("hides what opens doors in %s, however its name is set off", (url, shown) => {
    expect(redactUrl(url)).toBe(shown);
  });

  it("hides a secret wherever it stands, and nothing else of the query", () => {
    const mark = fc.constantFrom("?", "&", ";");
    const name = fc.constantFrom("token", "token[]", "TOKEN[a]", "x[token]", "%74oken", "api_key");
    const value = fc.stringMatching(/^hush[\w;=%+]{0,8}$/);
    fc.assert(
      fc.property(mark, name, value, (mark, name, value) => {
        const before = mark === "?" ? "http://h.test/" : "http://h.test/?q=1";
        const shown = redactUrl(`${before}${mark}${name}=${value}&last=2#end`);
        expect(shown).toBe(`${before}${mark}${name}=REDACTED&last=2#end`);
      }),
    );
  });

  it("takes other secrets in place of the usual ones", () => {
    const url = "http://h.test/?token=a&pin=1234";
    expect(redactUrl(url, new Set(["pin"]))).toBe("http://h.test/?token=a&pin=REDACTED");
  });

  it("is indifferent to escapes that are none", () => {
    expect(redactUrl("http://h.test/?%zz=1&sig=2")).toBe("http://h.test/?%zz=1&sig=REDACTED");
  });

  it.each([
    [" http://me:hush@shop.test/", "http://REDACTED:REDACTED@shop.test/"],
    ["\t\u0000http://me:hush@shop.test/", "http://REDACTED:REDACTED@shop.test/"],
    ["h\nt\ttp\r://me:hu\nsh@shop.test/", "http://REDACTED:REDACTED@shop.test/"],
    ["http:me:hush@shop.test/", "http://REDACTED:REDACTED@shop.test/"],
    ["foo://me:a\\hush@shop.test/", "foo://REDACTED:REDACTED@shop.test/"],
    ["http://shop.test/#/in?token=hush&x=1", "http://shop.test/#/in?token=REDACTED&x=1"],
    ["http://shop.test/?tok\nen=hush&x=1", "http://shop.test/?token=REDACTED&x=1"],
  ])("finds in %j what the parser finds", (url, shown) => {
    expect(redactUrl(url)).toBe(shown);
  });

  it.each([
    ["http://me:x/hush@shop.test/", "http://REDACTED@shop.test/"],
    ["http://me:hush#x@shop.test/", "http://REDACTED@shop.test/"],
    [" http://me:x?hush@shop.test/", "http://REDACTED@shop.test/"],
    ["htp://me:x#hush@shop.test/", "htp://REDACTED@shop.test/"],
    ["http://me:hush@shop.test:99999/", "http://REDACTED@shop.test:99999/"],
    ["http:/me:x#hush@shop.test/", "REDACTED@shop.test/"],
    ["//me:hush@shop.test", "//REDACTED@shop.test"],
    ["http//me:hush@shop.test", "REDACTED@shop.test"],
    ["me:hush@shop.test", "REDACTED@shop.test"],
    ["me:x/hush@shop.test", "REDACTED@shop.test"],
    ["GET http://me:hush@shop.test/", "GET http://REDACTED:REDACTED@shop.test/"],
    ["GET http://me:x/hush@shop.test/", "GET http://REDACTED@shop.test/"],
  ])("hides of %j, which is no URL, all before the last @", (text, shown) => {
    expect(redactUrl(text)).toBe(shown);
  });

  it.each(["/@me/a", "?to=me@shop.test", "#@", "GET https://shop.test/@me", "a\tb"])(
    "leaves %j, which names no user",
    (text) => {
      expect(redactUrl(text)).toBe(text);
    },
  );

  it("lets no password through, however a URL is mistyped", () => {
    const mark = fc.constantFrom("", " ", "\t", "\n", "/", "\\", "?", "#", ":", "@", "x");
    const start = fc.constantFrom("http://", "http:/", "http:", "h\nttp://", "//", "", "foo://");
    fc.assert(
      fc.property(mark, start, mark, mark, (before, start, first, last) => {
        fc.pre(before !== "?" && before !== "#"); // which begin no authority
        const url = `${before}${start}me:x${first}hush${last}@shop.test/`;
        fc.pre(!/^[/\\](?![/\\])/.test(url)); // a path
        fc.pre(!URL.canParse(url) || !new URL(url).host.includes("hush"));
        expect(redactUrl(url)).not.toContain("hush");
      }),
    );
  });

  it("lets no password through, whatever URL it stands in", () => {
    const password = fc.stringMatching(/^S3[\w.~!$@:-]{4,12}E$/);
    fc.assert(
      fc.property(validUrl(), password, (url, password) => {
        const withPassword = url.replace(/^[^:]*:[/\\]*/, (start) => `${start}me:${password}@`);
        expect(redactUrl(withPassword.trim())).not.toContain(password);
      }),
    );
  });

  it("leaves a URL without secrets to the letter", () => {
    fc.assert(
      fc.property(validUrl(), (url) => {
        fc.pre(!url.includes("@"));
        expect(redactUrl(url)).toBe(url);
      }),
    );
  });
});
