import { describe, expect, it } from "vitest";

import { page } from "../../examples/demo/host.ts";
import { serveSite, type Site } from "../../examples/demo/site.ts";
import { itemsOf, pagoda } from "./command.ts";

describe("pagoda crawl, which pages and in which order", { concurrent: true }, () => {
  it("writes the same for the same --seed, and in another order for another", async () => {
    const paths = Array.from({ length: 12 }, (_, n) => `/${n}`);
    const routes = Object.fromEntries(["/", ...paths].map((path) => [path, page(path, paths)]));
    await using site = await serveSite([{ name: "shop.test", routes, pages: ["/"] }]);
    const one = await crawled(site, "--seed", "1");
    expect(await crawled(site, "--seed", "1")).toEqual(one);
    const other = await crawled(site, "--seed", "2");
    expect(other).not.toEqual(one);
    expect(other.toSorted()).toEqual(one.toSorted());
  });

  it("takes the deepest page first with --order depth-first", async () => {
    const routes = {
      "/": page("", ["/a", "/b"]),
      "/a": page("", ["/a/x"]),
      "/b": page(""),
      "/a/x": page(""),
    };
    await using site = await serveSite([{ name: "shop.test", routes, pages: ["/"] }]);
    expect(await crawled(site, "--concurrency", "1")).toEqual(["/", "/a", "/b", "/a/x"]);
    expect(await crawled(site, "--concurrency", "1", "--order", "depth-first")).toEqual([
      "/",
      "/a",
      "/a/x",
      "/b",
    ]);
  });
  it("fetches no more of a host or a pattern than it is told to", async () => {
    const paths = ["/1", "/2", "/3", "/a", "/b"];
    const routes = Object.fromEntries(["/", ...paths].map((path) => [path, page(path, paths)]));
    await using site = await serveSite([{ name: "shop.test", routes, pages: ["/"] }]);
    expect(await crawled(site, "--max-pages-per-host", "3")).toHaveLength(3);
    const some = await crawled(site, "--max-pages-per-pattern", "2");
    expect(some.toSorted()).toEqual(["/", "/1", "/2", "/a", "/b"]);
  });

  it("gives a host up after --max-host-failures", async () => {
    const paths = ["/x1", "/x2", "/x3", "/x4"];
    const routes = { "/": page("", paths), "/*": { status: 500 }, "/robots.txt": { status: 404 } };
    await using site = await serveSite([{ name: "shop.test", routes, pages: ["/"] }]);
    await crawled(site, "--max-host-failures", "2", "--retries", "0", "--concurrency", "1");
    expect(site.log.filter(({ path }) => path.startsWith("/x"))).toHaveLength(2);
  });
});

/** The paths that a crawl put out, in order. */
async function crawled(
  { port, url }: Site,
  ...options: readonly string[]
): Promise<readonly string[]> {
  const { stdout } = await pagoda([
    "crawl",
    url("shop.test", "/"),
    "--delay=0",
    "--resolve",
    `*:${port}:127.0.0.1`,
    ...options,
  ]);
  return itemsOf(stdout).map(({ url }) => new URL(url).pathname);
}
