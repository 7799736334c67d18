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

  it("takes other secrets in place of the usual ones", () => {
    const url = "http://h.test/?token=a&pin=1234";
    expect(redactUrl(url, new Set(["pin"]))).toBe("http://h.test/?token=a&pin=REDACTED");
  });

  it("is indifferent to escapes that are none", () => {
    expect(redactUrl("http://h.test/?%zz=1&sig=2")).toBe("http://h.test/?%zz=1&sig=REDACTED");
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
