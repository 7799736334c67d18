import { describe, expect, it } from "vitest";

import { hostKey } from "../../../src/cli/state/host-key.ts";
import { UsageError } from "../../../src/cli/usage-error.ts";
import { domainKey } from "../../../src/http/url/domain-key.ts";

describe("hostKey", () => {
  it.each([
    ["example.com", "https://example.com/"],
    ["Example.COM.", "https://example.com/"],
    ["example.com:8080", "https://example.com/"],
    ["bücher.example", "https://bücher.example/"],
    ["127.1", "http://127.0.0.1/"],
    ["::1", "http://[::1]/"],
    ["[::1]", "http://[::1]/"],
    ["[2001:DB8::0]:81", "http://[2001:db8::]/"],
  ])("takes %s for the host of %s", (typed, url) => {
    expect(hostKey(typed)).toBe(domainKey(url));
  });

  it.each([
    "https://example.com",
    "//example.com",
    "example.com/",
    "example.com?a",
    "example.com#a",
    "me@example.com",
    String.raw`example.com\a`,
    "a b",
    "example.com:port",
    "[::1",
    "fe80::1%eth0",
    "",
  ])("refuses %j", (typed) => {
    expect(() => hostKey(typed)).toThrow(UsageError);
    expect(() => hostKey(typed)).toThrow(`to be a host, such as example.com: got "`);
  });
});
