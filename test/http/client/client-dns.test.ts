import { describe, expect, it } from "vitest";

import { httpClient } from "../../../src/http/client/client.ts";
import type { Lookup } from "../../../src/http/client/dns/lookup.ts";
import { Context } from "../../../src/service/context.ts";
import { ClosedError } from "../../../src/service/errors.ts";
import { settle } from "../../../src/service/outcome.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { serveHttp } from "../../support/server.ts";
import { untyped } from "../../support/untyped.ts";

describe("httpClient, its DNS", () => {
  it("looks up a host once for many connections", async () => {
    await using server = await serveHttp((_, response) => void response.end());
    const { lookup, asked } = lookupOf(["127.0.0.1"]);
    await using client = httpClient({ dns: { lookup } });
    const call = (): Promise<unknown> =>
      client.call({ url: `http://shop.test:${server.port}/` }, new Context());
    await Promise.all([call(), call(), call()]);
    await call();
    expect([asked, server.sockets.length]).toEqual([["shop.test"], 3]);
  });

  it.each([
    ["a dead IPv6 address", ["::1", "127.0.0.1"]],
    ["a dead IPv4 address", ["127.0.0.2", "127.0.0.1"]],
    ["several of them", ["127.0.0.2", "::1", "127.0.0.3", "127.0.0.1"]],
  ])("gets past %s", async (_, addresses) => {
    await using server = await serveHttp(
      ({ headers }, response) => void response.end(headers.host),
    );
    await using client = httpClient({ dns: { lookup: async () => addresses } });
    const url = `http://shop.test:${server.port}/`;
    expect((await client.call({ url }, new Context())).text).toBe(`shop.test:${server.port}`);
  });

  it("fails where all addresses do, and then asks for others", async () => {
    await using server = await serveHttp((_, response) => void response.end());
    const { lookup, asked } = lookupOf(["127.0.0.2", "127.0.0.3"], ["127.0.0.1"]);
    await using client = httpClient({ dns: { lookup } });
    const request = { url: `http://shop.test:${server.port}/` };
    const outcome = await settle(client.call(request, new Context()));
    expect(outcome).toMatchObject({ error: { code: "connect" } });
    expect(outcome.ok || String(outcome.error)).toMatch(/127\.0\.0\.2.*; .*127\.0\.0\.3/);
    expect((await client.call(request, new Context())).status).toBe(200);
    expect(asked).toHaveLength(2);
  });

  it("tells the addresses of a host, which it looks up for requests too, and once", async () => {
    await using server = await serveHttp((_, response) => void response.end());
    const { lookup, asked } = lookupOf(["127.0.0.1"]);
    const resolve = { [`named.test:${server.port}`]: "127.0.0.9" };
    await using client = httpClient({ dns: { lookup }, resolve });
    const hosts = ["shop.test", "named.test", "127.0.0.7", "::1"];
    expect(await Promise.all(hosts.map((host) => client.addressesOf(host)))).toEqual([
      ["127.0.0.1"],
      ["127.0.0.9"],
      ["127.0.0.7"],
      ["::1"],
    ]);
    await client.call({ url: `http://shop.test:${server.port}/` }, new Context());
    expect(asked).toEqual(["shop.test"]);
  });

  it("tells no addresses where there are none, or once it was disposed", async () => {
    const client = httpClient({ dns: { lookup: async () => [] } });
    await expect(client.addressesOf("shop.test")).rejects.toMatchObject({ code: "ENOTFOUND" });
    await client[Symbol.asyncDispose]();
    await expect(client.addressesOf("127.0.0.1")).rejects.toBeInstanceOf(ClosedError);
  });

  it("tells of a name that does not exist, and of a lookup that failed", async () => {
    for (const lookup of [async () => [], () => Promise.reject(new Error("no server"))]) {
      await using client = httpClient({ dns: { lookup } });
      const call = client.call({ url: "http://shop.test/" }, new Context());
      await expect(call).rejects.toMatchObject({ name: "HttpError", code: "dns" });
    }
  });

  it("asks for no address that is in the URL, or in resolve", async () => {
    await using server = await serveHttp(
      ({ headers }, response) => void response.end(headers.host),
    );
    const { lookup, asked } = lookupOf(["127.0.0.2"]);
    const { port } = server;
    await using client = httpClient({
      dns: { lookup },
      resolve: { [`shop.test:${port}`]: "127.0.0.1" },
    });
    for (const host of ["127.0.0.1", "shop.test"]) {
      const { text } = await client.call({ url: `http://${host}:${port}/` }, new Context());
      expect(text).toBe(`${host}:${port}`);
    }
    expect(asked).toEqual([]);
  });

  it("names hosts on the wire as the DNS does, and IPv6 addresses in brackets", async () => {
    await using server = await serveHttp(
      ({ headers }, response) => void response.end(headers.host),
    );
    const { port } = server;
    const { lookup, asked } = lookupOf(["127.0.0.1"]);
    await using idn = httpClient({ dns: { lookup } });
    const { text } = await idn.call({ url: `http://B\u00fccher.test:${port}/` }, new Context());
    expect([text, asked]).toEqual([`xn--bcher-kva.test:${port}`, ["xn--bcher-kva.test"]]);

    await using fixed = httpClient({ resolve: { [`*:${port}`]: "127.0.0.1" } });
    const ipv6 = await fixed.call({ url: `http://[::1]:${port}/` }, new Context());
    expect(ipv6.text).toBe(`[::1]:${port}`);
  });

  it("ends a call whose lookup takes too long, and all of them when it is disposed", async () => {
    const client = httpClient({ dns: { lookup: () => new Promise(() => {}) } });
    const request = { url: "http://shop.test/" };
    const call = client.call({ ...request, timeoutMs: 5 }, new Context());
    await expect(call).rejects.toMatchObject({ code: "timeout" });
    const last = settle(client.call(request, new Context()));
    await client[Symbol.asyncDispose]();
    expect(await last).toMatchObject({ error: { code: "closed" } });
  });
});

describe("httpClient, a lookup that hangs", () => {
  it("fails no call after those that waited for it in vain", async () => {
    await using server = await serveHttp((_, response) => void response.end("ok"));
    let asked = 0;
    const lookup: Lookup = () =>
      asked++ === 0 ? new Promise(() => {}) : Promise.resolve(["127.0.0.1"]);
    await using client = httpClient({ timeoutMs: 1000, dns: { lookup } });
    const request = { url: `http://shop.test:${server.port}/` };
    const first = client.call(request, new Context());
    await expect(first).rejects.toMatchObject({ code: "timeout" });
    expect((await client.call(request, new Context())).text).toBe("ok");
    expect(asked).toBe(2);
  });
});

describe("httpClient, the time to connect", () => {
  it("is at most that of the client, whoever waits for the connection", async () => {
    const dns = { lookup: (): Promise<never> => new Promise(() => {}) };
    await using client = httpClient({ timeoutMs: 20, dns });
    // By this clock no time passes, so that the call itself would wait for ever.
    const context = new Context({ clock: new VirtualClock() });
    await expect(client.call({ url: "http://shop.test/" }, context)).rejects.toMatchObject({
      code: "timeout",
      cause: { message: "Connecting to shop.test took longer than 20 ms" },
    });
  });
});

describe("httpClient, prefetch", () => {
  it("has the addresses of a host or URL ready for a request", async () => {
    await using server = await serveHttp((_, response) => void response.end());
    const { lookup, asked } = lookupOf(["127.0.0.1"]);
    await using client = httpClient({ dns: { lookup } });
    await client.prefetch("Shop.test");
    await client.prefetch(`https://b\u00fccher.test:${server.port}/path`);
    expect(asked).toEqual(["shop.test", "xn--bcher-kva.test"]);
    await client.call({ url: `http://shop.test:${server.port}/` }, new Context());
    expect(asked).toHaveLength(2);
  });

  it("asks for nothing that needs no lookup", async () => {
    const { lookup, asked } = lookupOf(["127.0.0.1"]);
    await using client = httpClient({ dns: { lookup }, resolve: { "shop.test:443": "127.0.0.1" } });
    for (const host of ["127.0.0.1", "[::1]:80", "https://shop.test/"]) await client.prefetch(host);
    expect(asked).toEqual([]);
  });

  it("leaves it to the request to tell that a lookup failed", async () => {
    await using client = httpClient({ dns: { lookup: async () => [] } });
    await expect(client.prefetch("shop.test")).resolves.toBeUndefined();
    const call = client.call({ url: "http://shop.test/" }, new Context());
    await expect(call).rejects.toMatchObject({ code: "dns" });
  });

  it("waits no longer than until the client is disposed", async () => {
    const client = httpClient({ dns: { lookup: () => new Promise(() => {}) } });
    const waiting = settle(client.prefetch("shop.test"));
    await client[Symbol.asyncDispose]();
    expect(await waiting).toMatchObject({ error: { code: "closed" } });
  });

  it("refuses what is no host, and everything once it is disposed", async () => {
    const client = httpClient();
    const inputs: readonly string[] = [
      "",
      "a b",
      "ftp://a.test/",
      "h?x",
      "a/b",
      "u@h",
      ".",
      "..:80",
      untyped(undefined),
    ];
    for (const input of inputs) {
      await expect(client.prefetch(input)).rejects.toThrow(/"hostOrUrl"/);
    }
    await client[Symbol.asyncDispose]();
    await expect(client.prefetch("shop.test")).rejects.toThrow(ClosedError);
  });
});

/** A lookup that gives one answer after the other, the last for good, and the hosts it was asked for. */
function lookupOf(...answers: readonly (readonly string[])[]): {
  readonly lookup: Lookup;
  readonly asked: string[];
} {
  const asked: string[] = [];
  const lookup = async (host: string): Promise<readonly string[]> => {
    asked.push(host);
    return answers[Math.min(asked.length, answers.length) - 1] ?? [];
  };
  return { lookup, asked };
}
