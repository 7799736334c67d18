import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { serveProxy } from "../support/proxy-server.ts";
import { serveHttp } from "../support/server.ts";
import { folder, itemsOf, pagoda } from "./command.ts";

const CREDENTIALS = `Basic ${Buffer.from("me:hush").toString("base64")}`;

describe("--proxy", { concurrent: true }, () => {
  it("leads a crawl through the proxy, whose password is shown nowhere", async () => {
    await using server = await serveHttp(({ url }, response) => {
      if (url === "/robots.txt") response.statusCode = 404;
      response.setHeader("content-type", "text/html").end("<a href=/b>b</a>");
    });
    await using proxy = await serveProxy({ authorization: CREDENTIALS });
    await using dir = await folder();
    const url = proxy.origin.replace("//", "//me:hush@");
    const metrics = join(dir.path, "metrics.json");
    const site = `http://shop.test:${server.port}/`;
    const options = ["--proxy", url, "--delay", "0", "--verbose", "--metrics-json", metrics];
    const { code, stdout, stderr } = await pagoda(["crawl", site, ...options]);
    expect([code, itemsOf(stdout).map((page) => page.url)]).toEqual([0, [site, `${site}b`]]);
    expect(proxy.asked).toEqual([`GET ${site}robots.txt`, `GET ${site}`, `GET ${site}b`]);
    expect(stdout + stderr).not.toContain("hush");
  });

  it("leads a fetch through it, and tells how it refused", async () => {
    await using proxy = await serveProxy({ authorization: CREDENTIALS });
    const url = proxy.origin.replace("//", "//me:wrong-hush@");
    const target = "https://shop.test/";
    const { code, stdout, stderr } = await pagoda(["fetch", target, "--no-robots", "--proxy", url]);
    expect(code).toBe(1);
    expect(stderr).toContain(`The proxy ${proxy.origin} answered 407`);
    expect(proxy.asked).toEqual(["CONNECT shop.test:443"]);
    expect(stdout + stderr).not.toContain("hush");
  });

  it.each(["me:hush@proxy.test", "socks5://me:hush@proxy.test:1080"])(
    "does not repeat a wrong one: %s",
    async (proxy) => {
      const { code, stdout, stderr } = await pagoda(["fetch", "shop.test", "--proxy", proxy]);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^pagoda: Expected --proxy to be an http or https URL, such as .*\n$/);
      expect(stdout + stderr).not.toContain("hush");
    },
  );
});
