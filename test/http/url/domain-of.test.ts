import { describe, expect, it } from "vitest";

import { domainOf } from "../../../src/http/url/domain-of.ts";

describe("domainOf", () => {
  it("is the domain of the URL, and undefined where that is none", () => {
    expect(domainOf({ url: "https://Shop.Test:8443/a" })).toBe("shop.test");
    expect(domainOf({ url: "nowhere" })).toBeUndefined();
  });
});
