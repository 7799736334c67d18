import { describe, expect, it } from "vitest";

import { type Host, page } from "../../examples/demo/host.ts";
import { serveSite } from "../../examples/demo/site.ts";
import { type Ended, itemsOf, pagoda } from "./command.ts";

describe("pagoda crawl --sitemap", { concurrent: true }, () => {
  it("crawls what the sitemap of the site names, too", async () => {
    expect(pathsOf(await crawl())).toEqual(["/", "/linked"]);
    const withSitemap = await crawl("--sitemap", "--verbose");
    expect(pathsOf(withSitemap)).toEqual(["/", "/linked", "/listed"]);
    expect(withSitemap.stderr).toMatch(/^sitemap .*\/map\.xml \(type urlset, urls 1/m);
  });

  it("crawls a sitemap alone, and tells what is wrong with one", async () => {
    await using site = await serveSite([shop]);
    const resolve = ["--delay=0", "--resolve", `*:${site.port}:127.0.0.1`];
    const map = await pagoda(["crawl", "--sitemap", site.url("shop.test", "/map.xml"), ...resolve]);
    expect(pathsOf(map)).toEqual(["/listed"]);
    const none = await pagoda(["crawl", "--sitemap", site.url("shop.test", "/linked"), ...resolve]);
    expect(none.code).toBe(1);
    expect(none.stderr).toContain("/linked is no sitemap");
  });
});

describe("pagoda crawl", { concurrent: true }, () => {
  it("leaves alone the links of a page that asks it so, unless --no-robots", async () => {
    expect(pathsOf(await crawl())).not.toContain("/hidden");
    expect(pathsOf(await crawl("--no-robots"))).toContain("/hidden");
    expect(pathsOf(await crawl("--user-agent", "other-bot"))).toContain("/hidden");
  });
});

const map = "<urlset><url><loc>/listed</loc></url></urlset>";
const shop: Host = {
  name: "shop.test",
  routes: {
    "/robots.txt": { body: "Sitemap: /map.xml" },
    "/map.xml": { body: map },
    "/": page("Shop", ["/linked"]),
    "/linked": { ...page("Linked", ["/hidden"]), headers: { "x-robots-tag": "pagoda: nofollow" } },
    "/listed": page("Listed"),
    "/hidden": page("Hidden"),
  },
  pages: [],
};

async function crawl(...options: readonly string[]): Promise<Ended> {
  await using site = await serveSite([shop]);
  const resolve = `*:${site.port}:127.0.0.1`;
  const start = site.url("shop.test", "/");
  return await pagoda(["crawl", start, "--delay=0", "--resolve", resolve, ...options]);
}

function pathsOf({ stdout }: Ended): readonly string[] {
  return itemsOf(stdout)
    .map(({ url }) => new URL(url).pathname)
    .toSorted();
}
