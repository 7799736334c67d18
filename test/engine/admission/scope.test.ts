import { describe, expect, it } from "vitest";

import { Scope, type ScopeName } from "../../../src/engine/admission/scope.ts";

describe("Scope", () => {
  const cases: readonly (readonly [ScopeName, string, string, boolean])[] = [
    ["same-host", "http://a.test/", "https://a.test:8443/x", true],
    ["same-host", "http://a.test/", "http://a.test./x", true],
    ["same-host", "http://a.test/", "http://user@a.test/x", true],
    ["same-host", "http://a.test/", "http://www.a.test/", false],
    ["same-host", "http://a.test/", "http://a.test.evil.test/", false],
    ["same-host", "http://a.test/", "http://a.test@evil.test/", false],
    ["same-host", "https://bücher.test/", "https://xn--bcher-kva.test/a", true],
    ["same-host", "http://127.0.0.1:80/", "http://127.0.0.1:81/", true],
    ["same-host", "http://[::1]/", "http://[::1]:81/", true],
    ["same-origin", "https://a.test/", "https://a.test:443/x", true],
    ["same-origin", "https://a.test/", "https://a.test./x", true],
    ["same-origin", "https://a.test/", "https://a.test:8443/x", false],
    ["same-origin", "https://a.test/", "http://a.test/x", false],
    ["same-origin", "https://a.test/", "https://b@a.test/x", true],
    ["same-domain", "https://www.a.co.uk/", "http://shop.a.co.uk:81/", true],
    ["same-domain", "https://www.a.co.uk/", "https://b.co.uk/", false],
    ["same-domain", "https://ann.github.io/", "https://bob.github.io/", false],
    ["same-domain", "https://www.bücher.de/", "https://xn--bcher-kva.de/", true],
    ["same-domain", "http://127.0.0.1/", "http://127.0.0.2/", false],
    ["same-domain", "http://localhost/", "http://localhost:81/", true],
    ["all", "http://a.test/", "https://anything.example/", true],
  ];

  it.each(cases)("%s of %s: %s is in it: %s", (name, start, url, isIn) => {
    const scope = new Scope(name);
    scope.add(new URL(start).href);
    expect(scope.includes(new URL(url).href)).toBe(isIn);
  });

  it("holds all that was added, whatever was asked before", () => {
    const scope = new Scope("same-host");
    scope.add("http://a.test/");
    expect(scope.includes("http://b.test/")).toBe(false);
    scope.add("http://b.test/");
    const urls = ["http://b.test/", "http://a.test/x", "http://b.test/x", "http://c.test/"];
    expect(urls.map((url) => scope.includes(url))).toEqual([true, true, true, false]);
  });

  it("holds nothing before a start, but for the one that holds all", () => {
    expect(new Scope("same-domain").includes("http://a.test/")).toBe(false);
    expect(new Scope("all").includes("http://a.test/")).toBe(true);
  });

  it("refuses a name that is none", () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is wrong on purpose
    expect(() => new Scope("same-site" as ScopeName)).toThrow(
      'Expected "scope" to be one of same-host, same-origin, same-domain, all: got "same-site"',
    );
  });
});
