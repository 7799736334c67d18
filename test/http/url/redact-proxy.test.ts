import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { redactProxy } from "../../../src/http/url/redact-proxy.ts";

const url = "http://shop.test/";

describe("redactProxy", () => {
  it("takes user name and password out of the proxy", () => {
    const request = { url, proxy: "http://me:hush@proxy.test:3128", meta: 1 };
    expect(redactProxy(request)).toEqual({
      url,
      proxy: "http://REDACTED:REDACTED@proxy.test:3128/",
      meta: 1,
    });
  });

  it("gives back a request whose proxy has none", () => {
    for (const proxy of [undefined, false, "http://proxy.test:3128", "https://[::1]"] as const) {
      const request = proxy === undefined ? { url } : { url, proxy };
      expect(redactProxy(request)).toBe(request);
    }
  });

  it("shows nothing of a proxy that is no URL with a host", () => {
    for (const proxy of ["me:hush@proxy.test", "10.0.0.1:80:me:hush", "hush", "http://me:hush@"]) {
      expect(redactProxy({ url, proxy }).proxy).toBe("REDACTED");
    }
  });

  it("shows nothing of a proxy whose password has a slash in it, which ends the host", () => {
    for (const proxy of ["http:http\\hush@", "http://me:1/hush@proxy.test", "http://me:1?hush@b"]) {
      expect(redactProxy({ url, proxy }).proxy).toBe("REDACTED");
    }
  });

  it("shows no password, wherever breaks and slashes stand", () => {
    const pieces = ["http", "ht\ntp", ":", "/", "\\", "\t", " ", "me:", "@", "proxy.test", "3128"];
    const part = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((it) => it.join(""));
    fc.assert(
      fc.property(part, part, (before, after) => {
        const proxy = `${before}hush@${after}`;
        const isInHost = !/hush/.test(URL.canParse(proxy) ? new URL(proxy).host : "");
        fc.pre(isInHost);
        expect(redactProxy({ url, proxy }).proxy).not.toContain("hush");
      }),
      { numRuns: 2000 },
    );
  });
});
