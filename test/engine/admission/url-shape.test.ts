import { describe, expect, it } from "vitest";

import { urlShape } from "../../../src/engine/admission/url-shape.ts";

describe("urlShape", () => {
  it.each([
    ["http://a.test/2024/05/?day=7", "http://a.test/#/#/?day"],
    ["http://a.test/product-12/v2", "http://a.test/product-#/v#"],
    ["http://a.test:8080/", "http://a.test:8080/"],
    ["http://h2.test/a#3", "http://h2.test/a"],
    ["http://a.test/?a=1&b=2&a=", "http://a.test/?a&b&a"],
    ["http://a.test/x?y/2", "http://a.test/x?y/2"],
    ["http://a.test/?", "http://a.test/?"],
    ["http://a.test/?q=a?b#c?d", "http://a.test/?q"],
  ])("of %s is %s", (url, shape) => {
    expect(urlShape(url)).toBe(shape);
  });

  it("tells apart words, hosts, and names of a query", () => {
    const urls = ["/a/1", "/b/1", "/a/b", "/a/?x=1", "/a/?y=1", "/a/?x=1&y=1"];
    expect(new Set(urls.map((path) => urlShape(`http://a.test${path}`))).size).toBe(urls.length);
  });
});
