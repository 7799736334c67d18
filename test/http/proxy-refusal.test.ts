import { describe, expect, it } from "vitest";

import { toHttpError } from "../../src/http/client/to-http-error.ts";
import { ProxyRefusal, proxyStatus } from "../../src/http/proxy-refusal.ts";

describe("ProxyRefusal", () => {
  it("says what the proxy answered, and what a 407 means", () => {
    const origin = "http://proxy.test:3128";
    expect(new ProxyRefusal(origin, 502).message).toBe(`The proxy ${origin} answered 502`);
    expect(new ProxyRefusal(origin, 407).message).toBe(
      `The proxy ${origin} answered 407: it wants a user name and password, or others`,
    );
  });
});

describe("proxyStatus", () => {
  it("is known of a refusal, and so of the error that is made of it", () => {
    const refusal = new ProxyRefusal("http://proxy.test", 403);
    expect(proxyStatus(refusal)).toBe(403);
    expect(toHttpError(refusal)).toMatchObject({ code: "connect", proxyStatus: 403 });
    for (const cause of [undefined, new Error("x"), { status: 403 }]) {
      expect(proxyStatus(cause)).toBeUndefined();
    }
  });
});
