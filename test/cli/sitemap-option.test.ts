import { describe, expect, it } from "vitest";

import { collectSitemap, crawlStarts, namedUrls } from "../../src/cli/sitemap-option.ts";

const site = "https://a.test/";
const file = "https://a.test/sitemap.xml";

describe("collectSitemap", () => {
  it("collects URLs as they are typed, also after an option without one", () => {
    expect(collectSitemap("a.test/s.xml", collectSitemap(file))).toEqual([
      file,
      "https://a.test/s.xml",
    ]);
    expect(collectSitemap(file, true)).toEqual([file]);
  });
});

describe("crawlStarts", () => {
  it("starts from the URLs, and from sitemaps on request", () => {
    expect(crawlStarts([site])).toEqual({ start: [site], sitemap: false });
    expect(crawlStarts([site], true)).toEqual({ start: [site], sitemap: true });
    expect(crawlStarts([site], [file])).toEqual({ start: [site], sitemap: [file] });
    expect(crawlStarts([], [file])).toEqual({ start: [], sitemap: [file] });
  });

  it("takes a whole site for the one to crawl, where there is no other", () => {
    expect(crawlStarts([], [site])).toEqual({ start: [site], sitemap: true });
    expect(crawlStarts([], [site, file])).toEqual({ start: [], sitemap: [site, file] });
    expect(crawlStarts([file], [site])).toEqual({ start: [file], sitemap: [site] });
  });
});

describe("namedUrls", () => {
  it("gives all URLs that were typed", () => {
    expect(namedUrls([site], [file])).toEqual([site, file]);
    expect(namedUrls([site], true)).toEqual([site]);
    expect(namedUrls([site])).toEqual([site]);
  });
});
