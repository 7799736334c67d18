import { describe, expect, it } from "vitest";

import type { HttpClientOptions } from "../../../src/http/client/client-options.ts";
import { httpClient } from "../../../src/http/client/client.ts";
import type { Lookup } from "../../../src/http/client/dns/lookup.ts";
import { BlockedAddressError } from "../../../src/http/errors.ts";
import { Context } from "../../../src/service/context.ts";
import { settle } from "../../../src/service/outcome.ts";
import { divert } from "../../support/divert.ts";
import { authority, serveHttp2 } from "../../support/secure-server.ts";
import { serveBytes, serveHttp, serveRaw } from "../../support/server.ts";

const PUBLIC = "93.184.216.34";

describe("httpClient with ssrfGuard", () => {
  it("blocks this machine and its network in every spelling, and connects to none of them", async () => {
    using diversion = divert(() => undefined);
    await using client = httpClient({ ssrfGuard: true, dns: { lookup: async () => [PUBLIC] } });
    const loopback = ["127.0.0.1", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "127.0.0.1."];
    const odd = ["①②⑦.⓪.⓪.①", "0", "%31%32%37.0.0.1", "localhost", "LOCALHOST.", "a.localhost"];
    const ipv6 = [
      "[::1]",
      "[::]",
      "[::ffff:127.0.0.1]",
      "[::7f00:1]",
      "[2002:7f00:1::]",
      "[fe80::1]",
    ];
    const network = ["10.0.0.1", "169.254.169.254", "100.100.100.200", "[64:ff9b::a9fe:a9fe]"];
    for (const host of [...loopback, ...odd, ...ipv6, ...network]) {
      const outcome = await settle(client.call({ url: `http://${host}/` }, new Context()));
      expect([host, outcome]).toMatchObject([host, { error: { code: "blocked_address" } }]);
    }
    expect(diversion.addresses).toEqual([]);
  });

  it("lets public addresses through", async () => {
    await using server = await serveHttp((_, response) => void response.end("ok"));
    using diversion = divert(() => server.port);
    await using client = httpClient({ ssrfGuard: true });
    for (const host of ["8.8.8.8", "[2606:4700:4700::1111]", "[::ffff:8.8.8.8]"]) {
      expect((await client.call({ url: `http://${host}/` }, new Context())).text).toBe("ok");
    }
    expect(diversion.addresses).toEqual(["8.8.8.8", "2606:4700:4700::1111", "::ffff:808:808"]);
  });

  it.each([
    ["on the first lookup", [["127.0.0.1"]]],
    ["later on", [[PUBLIC], ["127.0.0.1"]]],
    ["beside a public one", [[PUBLIC, "127.0.0.1"]]],
    ["behind a public one, of the other family", [["2606:4700::1", "::ffff:127.0.0.1"]]],
  ])("sends not a byte to an address of this machine that the DNS gives %s", async (_, answers) => {
    await using front = await serveBytes("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
    await using inner = await serveBytes("HTTP/1.1 204 No Content\r\n\r\n");
    using diversion = divert((address) => (address === PUBLIC ? front.port : undefined));
    const { lookup, asked } = lookupOf(...answers);
    const dns = { lookup, ttlMs: 0 };
    const url = `http://rebind.test:${inner.port}/`;
    await using client = httpClient({ ssrfGuard: { ports: [inner.port] }, dns });
    for (const _ of answers.slice(1)) {
      expect((await client.call({ url }, new Context())).status).toBe(204);
    }
    await expect(client.call({ url }, new Context())).rejects.toThrow(BlockedAddressError);
    expect(asked).toHaveLength(answers.length);
    expect(diversion.addresses).toEqual(answers.slice(1).map(() => PUBLIC));
    expect(inner.sockets).toEqual([]);
  });

  it("connects to the address that it has checked, though the DNS has another by then", async () => {
    await using front = await serveBytes("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
    using diversion = divert(() => front.port);
    const { lookup, asked } = lookupOf([PUBLIC], ["127.0.0.1"]);
    await using client = httpClient({ ssrfGuard: true, dns: { lookup, ttlMs: 0 } });
    await client.call({ url: "http://rebind.test/" }, new Context());
    expect([asked.length, diversion.addresses]).toEqual([1, [PUBLIC]]);
  });

  it("checks a connection as it is opened, and not again while it is kept", async () => {
    await using server = await serveHttp((_, response) => void response.end());
    using diversion = divert(() => server.port);
    const { lookup, asked } = lookupOf([PUBLIC], ["127.0.0.1"]);
    await using client = httpClient({ ssrfGuard: true, dns: { lookup, ttlMs: 0 } });
    for (let n = 0; n < 3; n++) await client.call({ url: "http://shop.test/" }, new Context());
    expect([asked.length, diversion.addresses]).toEqual([1, [PUBLIC]]);
  });

  it("asks no resolver for a port or name that is blocked anyway", async () => {
    const { lookup, asked } = lookupOf([PUBLIC]);
    await using client = httpClient({ ssrfGuard: true, dns: { lookup } });
    for (const url of ["http://shop.test:6379/", "https://localhost/", "http://a.localhost./"]) {
      await expect(client.call({ url }, new Context())).rejects.toThrow(BlockedAddressError);
    }
    expect(asked).toEqual([]);
  });

  it("checks the addresses of resolve too", async () => {
    await using server = await serveBytes("HTTP/1.1 204 No Content\r\n\r\n");
    const url = `http://shop.test:${server.port}/`;
    const options = { resolve: { [`*:${server.port}`]: "127.0.0.1" } };
    const ports = [server.port];
    await using strict = httpClient({ ...options, ssrfGuard: { ports } });
    await expect(strict.call({ url }, new Context())).rejects.toMatchObject({
      message: "Blocked 127.0.0.1, an address of shop.test: loopback, RFC 1122",
    });
    expect(server.sockets).toEqual([]);
    await using open = httpClient({ ...options, ssrfGuard: { ports, allow: ["127.0.0.1"] } });
    expect((await open.call({ url }, new Context())).status).toBe(204);
  });

  it.each([false, true])("guards TLS alike, with HTTP/2: %s", async (http2) => {
    await using server = await serveHttp2((_, response) => void response.end("ok"));
    const url = `https://shop.test:${server.port}/`;
    const ports = [server.port];
    const options: HttpClientOptions = {
      http2,
      dns: { lookup: async () => ["127.0.0.1"] },
      tls: { ca: authority },
    };
    await using strict = httpClient({ ...options, ssrfGuard: { ports } });
    const calls = [1, 2].map(() => settle(strict.call({ url }, new Context())));
    for (const outcome of await Promise.all(calls)) {
      expect(outcome).toMatchObject({ error: { code: "blocked_address", host: "shop.test" } });
    }
    expect(server.sockets).toEqual([]);
    await using open = httpClient({ ...options, ssrfGuard: { ports, allow: ["127.0.0.1"] } });
    expect((await open.call({ url }, new Context())).text).toBe("ok");
  });

  it("is off unless it is asked for", async () => {
    await using server = await serveRaw((socket) => socket.end("HTTP/1.1 204 No Content\r\n\r\n"));
    for (const options of [{}, { ssrfGuard: false }]) {
      await using client = httpClient(options);
      expect((await client.call({ url: server.origin }, new Context())).status).toBe(204);
    }
  });
});

/** A lookup that gives one answer after the other, the last for good, and the hosts it was asked for. */
function lookupOf(...answers: readonly (readonly string[])[]): {
  readonly lookup: Lookup;
  readonly asked: readonly string[];
} {
  const asked: string[] = [];
  const lookup = async (host: string): Promise<readonly string[]> => {
    asked.push(host);
    return answers[Math.min(asked.length, answers.length) - 1] ?? [];
  };
  return { lookup, asked };
}
