import { describe, expect, it } from "vitest";

import { registrableDomain } from "../../../src/http/url/registrable-domain.ts";

describe("registrableDomain", () => {
  it.each([
    ["example.com", "example.com"],
    ["a.b.example.com", "example.com"],
    ["shop.example.co.uk", "example.co.uk"],
    ["ann.github.io", "ann.github.io"],
    ["www.ann.github.io", "ann.github.io"],
    ["xn--bcher-kva.example.com", "example.com"],
  ])("is, of %s, %s", (host, domain) => {
    expect(registrableDomain(host)).toBe(domain);
  });

  it.each(["co.uk", "github.io", "localhost", "127.0.0.1", "::1", "2001:db8::1", ""])(
    "is %j itself, of which nobody can register a part",
    (host) => {
      expect(registrableDomain(host)).toBe(host);
    },
  );
});
