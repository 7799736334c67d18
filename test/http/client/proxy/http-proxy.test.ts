import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { httpProxy } from "../../../../src/http/client/proxy/http-proxy.ts";

describe("httpProxy", () => {
  it("reads where a proxy is", () => {
    expect(httpProxy("http://proxy.test:3128")).toMatchObject({
      origin: "http://proxy.test:3128",
      protocol: "http:",
      host: "proxy.test:3128",
      hostname: "proxy.test",
      port: "3128",
      authorization: undefined,
    });
  });

  it("takes the port of the scheme where there is none", () => {
    expect(httpProxy("http://proxy.test").port).toBe("80");
    expect(httpProxy("HTTPS://proxy.test/").port).toBe("443");
  });

  it("takes the brackets off an IPv6 address, but for what stands in a URL", () => {
    const { hostname, host, origin } = httpProxy("http://[::1]:8080");
    expect([hostname, host, origin]).toEqual(["::1", "[::1]:8080", "http://[::1]:8080"]);
  });

  it("makes Basic authorization of any user name and password, a colon in the name excepted", () => {
    fc.assert(
      fc.property(text, text, (user, password) => {
        fc.pre(!user.includes(":") && user + password !== "");
        const credentials = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
        const { authorization } = httpProxy(`http://${credentials}@proxy.test:3128`);
        const [scheme, value = ""] = authorization?.split(" ") ?? [];
        expect([scheme, Buffer.from(value, "base64").toString()]).toEqual([
          "Basic",
          `${user}:${password}`,
        ]);
      }),
    );
    expect(() => httpProxy("http://a%3Ab:c@proxy.test")).toThrow("a colon in the user name");
  });

  it("tells proxies apart by where they are and who we are to them", () => {
    const keys = [
      "//a.test",
      "//b.test",
      "//a.test:81",
      "//u@a.test",
      "//u:p@a.test",
      "//u:q@a.test",
    ];
    expect(new Set(keys.map((url) => httpProxy(`http:${url}`).key)).size).toBe(keys.length);
    expect(httpProxy("http://A.test:80/").key).toBe(httpProxy("http://a.test").key);
  });

  it.each([
    ["a text that is none", ""],
    ["a text that is none", "hush"],
    ["a text that is none", "proxy.test:3128"],
    ["a text that is none", "10.0.0.1:3128:me:hush"],
    ["a text that is none", "me:hush@proxy.test:3128"],
    ["a text that is none", "http:me:hush@proxy.test:3128"],
    ["a text that is none", "http://me:hush@"],
    ["a text that is none", "http://proxy.test:me:hush"],
    ["a text that is none", "http://me:hush@proxy.test:99999"],
    ["one of socks5://", "socks5://me:hush@proxy.test:1080"],
    ["one of ftp://", "ftp://me:hush@proxy.test"],
    ["one with more behind its port", "http://me:hush@proxy.test/path"],
    ["one with more behind its port", "http://me:hush@proxy.test?x"],
    ["one with more behind its port", "http://me:hush@proxy.test/#"],
    ["one with the port 0", "http://me:hush@proxy.test:0"],
    ["a colon in the user name", "http://me%3Atoo:hush@proxy.test"],
    ["true", true],
    ["null", null],
    ["an object", new URL("http://me:hush@proxy.test")],
    ["an array", ["http://me:hush@proxy.test"]],
  ])("says that it got %s, and does not show it: %j", (got, url) => {
    expect(() => httpProxy(url)).toThrow(TypeError);
    expect(() => httpProxy(url)).toThrow('Expected "proxy" to be false or an http or https URL');
    expect(() => httpProxy(url)).toThrow(got);
    expect(() => httpProxy(url)).not.toThrow("hush");
  });

  it("shows of nothing that is mistyped a password, wherever it stands", () => {
    const pieces = [
      "http",
      "socks5",
      ":",
      "/",
      "//",
      "@",
      "hush",
      "proxy.test",
      "?",
      "#",
      "3128",
      "\n",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        fc.pre(!/^[\w+.-]*hush[\w+.-]*:\/\//.test(text)); // it would be the scheme
        expect(messageFor(text)).not.toContain("hush");
      }),
    );
  });
});

function messageFor(url: string): string {
  try {
    httpProxy(url);
    return "";
  } catch (error) {
    return String(error);
  }
}

const text = fc.string({
  unit: fc.constantFrom("a", "B", "ü", ":", "@", "%", "/", "?", " ", "😀"),
});
