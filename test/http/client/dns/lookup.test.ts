import { isIP } from "node:net";

import { describe, expect, it } from "vitest";

import {
  checkedLookup,
  type Lookup,
  systemLookup,
} from "../../../../src/http/client/dns/lookup.ts";
import { networkErrorCode } from "../../../../src/http/client/network-error.ts";
import { settle } from "../../../../src/service/outcome.ts";
import { untyped } from "../../../support/untyped.ts";

describe("checkedLookup", () => {
  it("finds each address once, in order", async () => {
    const found = ["::1", "127.0.0.1", "::1"];
    expect(await checkedLookup(async () => found, "a.test")).toEqual(["::1", "127.0.0.1"]);
  });

  it("takes an answer given at once", async () => {
    const lookup: Lookup = untyped(() => ["127.0.0.1"]);
    expect(await checkedLookup(lookup, "a.test")).toEqual(["127.0.0.1"]);
  });

  it.each<[string, Lookup, string]>([
    ["finds none", async () => [], "ENOTFOUND"],
    ["finds what is no address", async () => ["a.test"], "EAI_FAIL"],
    ["finds what is no list", async () => untyped("127.0.0.1"), "EAI_FAIL"],
    ["finds an object like a text", async () => [untyped(new String("127.0.0.1"))], "EAI_FAIL"],
    ["finds a list with holes", async () => Object.assign([], { 1: "::1" }), "EAI_FAIL"],
    [
      "finds what cannot be shown",
      async () => untyped([Object.create(null), Symbol("a")]),
      "EAI_FAIL",
    ],
    ["throws at once", throws(new Error("no server")), "EAI_FAIL"],
    ["throws a code at once", throws(coded("ENOTFOUND")), "ENOTFOUND"],
    ["fails in its own way", () => Promise.reject(new Error("no server")), "EAI_FAIL"],
    ["fails with a code", () => Promise.reject(coded("EAI_AGAIN")), "EAI_AGAIN"],
  ])("fails as the DNS does where a lookup %s", async (_, lookup, code) => {
    const outcome = await settle(checkedLookup(lookup, "a.test"));
    expect(outcome).toMatchObject({ ok: false, error: { code } });
    expect(outcome.ok || networkErrorCode(outcome.error)).toBe("dns");
  });
});

describe("systemLookup", () => {
  it("knows the hosts file", async () => {
    const addresses = await systemLookup("localhost");
    expect(addresses.filter((address) => isIP(address) > 0)).toEqual(addresses);
    expect(["127.0.0.1", "::1"]).toContain(addresses[0]);
  });
});

function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function throws(error: Error): Lookup {
  return () => {
    throw error;
  };
}
