import { describe, expect, it } from "vitest";

import { resolveHosts } from "../../../src/http/client/resolve-hosts.ts";
import { show } from "../../../src/service/options.ts";
import { untyped } from "../../support/untyped.ts";

describe("resolveHosts", () => {
  it("knows the address of a host and port that is named, and of no other", () => {
    const resolve = resolveHosts({ "Shop.test:80": "127.0.0.1" });
    expect(resolve("shop.test", "80")).toBe("127.0.0.1");
    expect(resolve("SHOP.test", "80")).toBe("127.0.0.1");
    expect(resolve("shop.test", "8080")).toBeUndefined();
    expect(resolve("www.shop.test", "80")).toBeUndefined();
  });

  it("takes * for every host that is not named itself", () => {
    const resolve = resolveHosts({ "*:80": "127.0.0.1", "shop.test:80": "127.0.0.2" });
    expect(resolve("any.test", "80")).toBe("127.0.0.1");
    expect(resolve("shop.test", "80")).toBe("127.0.0.2");
  });

  it("gives, where no port is asked for, the address of a host on the port that is named first", () => {
    const resolve = resolveHosts({
      "*:443": "127.0.0.1",
      "shop.test:443": "127.0.0.2",
      "Shop.test:80": "127.0.0.3",
      "*:80": "127.0.0.4",
    });
    expect([resolve("SHOP.test"), resolve("any.test")]).toEqual(["127.0.0.2", "127.0.0.1"]);
    expect(resolveHosts({ "shop.test:80": "127.0.0.1" })("any.test")).toBeUndefined();
  });

  it("takes an IPv6 address with or without brackets", () => {
    const resolve = resolveHosts({ "a.test:80": "[::1]", "b.test:80": "::1" });
    expect([resolve("a.test", "80"), resolve("b.test", "80")]).toEqual(["::1", "::1"]);
  });

  it.each([
    ["shop.test", "127.0.0.1"],
    ["http://shop.test:80", "127.0.0.1"],
    ["shop.test:99999", "127.0.0.1"],
    ["shop.test:65536", "127.0.0.1"],
    ["shop.test:080", "127.0.0.1"],
    ["shop.test:0", "127.0.0.1"],
    ["shop.test:80", "localhost"],
    ["shop.test:80", "127.0.0.1:8080"],
    ["shop.test:80", ""],
  ])("refuses %j: %j", (key, address) => {
    expect(() => resolveHosts({ [key]: address })).toThrow(TypeError);
    expect(() => resolveHosts({ [key]: address })).toThrow(/"resolve"/);
  });

  it("refuses a Map, which has no entries of its own", () => {
    const addresses = new Map([["shop.test:80", "127.0.0.1"]]);
    expect(() => resolveHosts(untyped(addresses))).toThrow(/"resolve"/);
  });

  it.each([null, true, 5, ["shop.test:80:127.0.0.1"]])("refuses %j", (addresses) => {
    const message = `Expected "resolve" to be an object: got ${show(addresses)}`;
    expect(() => resolveHosts(untyped(addresses))).toThrow(new TypeError(message));
  });
});
