import type { RequestListener } from "node:http";

import { describe, expect, it } from "vitest";

import { crawl } from "../../../src/engine/crawl.ts";
import type { Lookup } from "../../../src/http/client/dns/lookup.ts";
import type { HttpStackOptions } from "../../../src/layers/http-stack/http-stack-options.ts";
import { httpStack } from "../../../src/layers/http-stack/http-stack.ts";
import { settle } from "../../../src/service/outcome.ts";
import { divert, type Diversion } from "../../support/divert.ts";
import { authority, serveHttp2 } from "../../support/secure-server.ts";
import { serveHttp } from "../../support/server.ts";

const PUBLIC = "93.184.216.34";

/** Everything an attacker may write who wants this machine or its network. */
const inside = [
  "127.0.0.1 127.1 2130706433 0x7f000001 017700000001 0177.0.0.1 0x7f.0.1",
  "①②⑦.⓪.⓪.① 127。0。0。1 １２７.0.0.1 %31%32%37.1 0 0.0.0.0 127.255.255.254",
  "10.0.0.5 172.16.0.1 172.31.255.255 192.168.0.1 3232235777 0300.0250.1.1",
  "169.254.169.254 0xa9fea9fe 100.100.100.200 192.0.0.192 168.63.129.16",
  "224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 198.18.0.1",
  "[::] [::1] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:a9fe:a9fe]",
  "[::127.0.0.1] [::ffff:0:127.0.0.1] [64:ff9b::10.0.0.1] [64:ff9b:1::10.0.0.1]",
  "[2002:7f00:1::] [2001:0:4136:e378:8000:63bf:3fff:fdd2] [2606:4700::5efe:10.0.0.1]",
  "[fe80::1] [fd00:ec2::254] [fec0::1] [ff02::1] [2001:db8::1] [4000::1]",
  "localhost LOCALHOST. a.localhost metadata.google.internal Metadata.Google.Internal.",
].flatMap((line) => line.split(" "));

describe("httpStack with ssrfGuard, under attack", () => {
  it("connects to no spelling of what is inside, be it the URL or where a redirect leads", async () => {
    await using world = await attacked(({ url = "" }, response) => {
      const to = new URL(url, "http://a.test").searchParams.get("to") ?? "";
      response.writeHead(302, { location: Buffer.from(to).toString("latin1") }).end();
    });
    for (const host of inside) {
      for (const url of [
        `http://${host}/`,
        `http://shop.test/?to=http://${encodeURIComponent(host)}/`,
      ]) {
        expect([url, await world.ask(url)]).toEqual([url, "blocked_address"]);
      }
    }
    expect(world.strays()).toEqual([]);
  });

  it.each([
    ["user information that looks like the host", "http://shop.test@127.0.0.1/"],
    ["a backslash", String.raw`http:\\127.0.0.1\@shop.test/`],
    ["no slashes", "http:127.0.0.1"],
    ["line breaks and tabs", "http://127.0\t.0\n.1/"],
    ["spaces around", "  http://127.0.0.1/  "],
    ["a port of its own", "http://shop.test:6379/"],
    ["a port that is none of the list, at an address that is allowed", "http://shop.test:22/"],
    ["the scheme in capitals", "HTTP://LocalHost/"],
  ])("is not fooled by %s", async (_, url) => {
    await using world = await attacked();
    expect(await world.ask(url)).toBe("blocked_address");
    expect(world.strays()).toEqual([]);
  });

  it.each(["file:///etc/passwd", "gopher://127.0.0.1:6379/_x", "ftp://127.0.0.1/", "data:,x"])(
    "follows nothing to %s",
    async (location) => {
      await using world = await attacked(
        (_, response) => void response.writeHead(302, { location }).end(),
      );
      expect(await world.ask("http://shop.test/")).toBe("bad_redirect");
      expect(world.strays()).toEqual([]);
    },
  );

  it("follows no redirect by way of //, ///, a backslash or a relative port to what is inside", async () => {
    for (const location of [
      "//127.0.0.1/",
      "///127.0.0.1/",
      "/\\127.0.0.1/",
      String.raw`\\127.0.0.1\x`,
    ]) {
      await using world = await attacked(
        (_, response) => void response.writeHead(307, { location }).end(),
      );
      expect([location, await world.ask("http://shop.test/")]).toEqual([
        location,
        "blocked_address",
      ]);
      expect(world.strays()).toEqual([]);
    }
  });

  it("judges each hop by the address of then: a name that has moved inside meanwhile is blocked", async () => {
    const answers: Record<string, string[][]> = {
      "a.test": [[PUBLIC], ["127.0.0.1"]],
      "b.test": [[PUBLIC]],
    };
    const lookup: Lookup = async (host) => answers[host]?.shift() ?? ["169.254.169.254"];
    await using world = await attacked(
      ({ headers }, response) => {
        const location = headers.host === "a.test" ? "http://b.test/" : "http://a.test/";
        response.writeHead(302, { location, connection: "close" }).end();
      },
      { dns: { lookup, ttlMs: 0 } },
    );
    expect(await world.ask("http://a.test/")).toBe("blocked_address");
    expect(world.strays()).toEqual([]);
    expect(world.diversion.addresses).toEqual([PUBLIC, PUBLIC]);
  });

  it("takes every odd answer of a resolver for what it is", async () => {
    const odd = [
      "127.0.0.1",
      "::ffff:127.0.0.1",
      "::FFFF:7F00:1",
      "fe80::1%lo",
      "::1",
      `${PUBLIC} 10.0.0.1`,
      `10.0.0.1 ${PUBLIC}`,
      `${PUBLIC} ::1`,
      "64:ff9b::7f00:1",
      "0177.0.0.1",
      "localhost",
      "",
      "127.1",
    ];
    for (const answer of odd) {
      const dns = { lookup: async (): Promise<readonly string[]> => answer.split(" ") };
      await using world = await attacked(undefined, { dns });
      expect([answer, await world.ask("http://shop.test/")]).toEqual([
        answer,
        expect.stringMatching(/^(?:blocked_address|dns)$/),
      ]);
      expect(world.diversion.addresses).toEqual([]);
    }
  });

  it("asks for no robots.txt inside, neither of a host that is there nor by a redirect of another's", async () => {
    await using world = await attacked(
      ({ url }, response) => {
        if (url !== "/robots.txt") return void response.end("ok");
        return void response.writeHead(301, { location: "http://169.254.169.254/latest/" }).end();
      },
      { robots: true },
    );
    expect(await world.ask("http://10.0.0.1/page")).toBe("blocked_address");
    expect(await world.ask("http://shop.test/page")).toBe("200"); // as where a robots.txt leads nowhere
    expect(world.strays()).toEqual([]);
  });

  it("goes nowhere inside for `resolve`, TLS or HTTP/2 either", async () => {
    await using server = await serveHttp2((_, response) => void response.end("secret"));
    const url = `https://shop.test:${server.port}/`;
    for (const http2 of [false, true]) {
      const options: HttpStackOptions = {
        http2,
        tls: { ca: authority },
        robots: false,
        limiter: false,
        ssrfGuard: { ports: [server.port] },
        resolve: { [`*:${server.port}`]: "127.0.0.1" },
      };
      await using http = httpStack(options).service();
      expect(await settle(http.call({ url }))).toMatchObject({
        error: { code: "blocked_address" },
      });
    }
    expect(server.sockets).toEqual([]);
  });

  it("shares no connection with a stack that is not guarded", async () => {
    await using server = await serveHttp((_, response) => void response.end("secret"));
    await using open = httpStack({ robots: false, limiter: false }).service();
    expect((await open.call({ url: server.origin })).text).toBe("secret"); // and the connection is kept
    await using guarded = httpStack({
      robots: false,
      limiter: false,
      ssrfGuard: { ports: [server.port] },
    }).service();
    expect(await settle(guarded.call({ url: server.origin }))).toMatchObject({
      error: { code: "blocked_address" },
    });
    expect(server.sockets).toHaveLength(1);
  });

  it("guards a crawl: start URLs, links and redirects", async () => {
    const links = inside.map((host) => `<a href="http://${host}/">x</a>`).join("");
    await using world = await attacked(({ url }, response) => {
      if (url === "/away")
        return void response.writeHead(302, { location: "http://127.0.0.1/" }).end();
      response.setHeader("content-type", "text/html; charset=utf-8");
      return void response.end(`<a href="/away">x</a>${links}`);
    });
    const { service } = world;
    const run = crawl({
      service: service({ redirect: false, retry: false }),
      start: ["http://shop.test/", "http://10.0.0.7/"],
      scope: "all",
      parse: (page) => page.follow("a[href]"),
    });
    const stats = await run.done();
    expect(stats.pages).toBe(1);
    expect(run.explain("http://10.0.0.7/")).toBe("refused");
    expect(run.explain("http://127.0.0.1/")).toBe("refused");
    expect(world.strays()).toEqual([]);
  });
});

interface Attacked extends AsyncDisposable {
  readonly diversion: Diversion;
  readonly service: (
    options?: HttpStackOptions,
  ) => ReturnType<ReturnType<typeof httpStack>["service"]>;
  /** The status of what a URL gives, or the code of the error. */
  readonly ask: (url: string) => Promise<string>;
  /** Addresses that were connected to and are not the public one. */
  readonly strays: () => readonly string[];
}

/** A server that stands in for the public internet; whatever is connected to leads there. */
async function attacked(
  listener: RequestListener = (_, response) => void response.end("ok"),
  own: HttpStackOptions = {},
): Promise<Attacked> {
  const server = await serveHttp(listener);
  const diversion = divert(() => server.port);
  const made: AsyncDisposable[] = [];
  let shared: ReturnType<Attacked["service"]> | undefined;
  const service: Attacked["service"] = (options) => {
    const stack = httpStack({
      ssrfGuard: true,
      dns: { lookup: async () => [PUBLIC] },
      robots: false,
      limiter: false,
      ...own,
      ...options,
    }).service();
    made.push(stack);
    return stack;
  };
  return {
    diversion,
    service,
    async ask(url) {
      const outcome = await settle((shared ??= service()).call({ url }));
      return outcome.ok ? String(outcome.value.status) : String(Object(outcome.error)["code"]);
    },
    strays: () => diversion.addresses.filter((address) => address !== PUBLIC),
    async [Symbol.asyncDispose]() {
      for (const stack of made) await stack[Symbol.asyncDispose]();
      diversion[Symbol.dispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
