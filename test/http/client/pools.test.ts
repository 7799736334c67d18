import { once } from "node:events";

import { describe, expect, it } from "vitest";

import { httpClient } from "../../../src/http/client/client.ts";
import { Pools } from "../../../src/http/client/pools.ts";
import { httpProxy } from "../../../src/http/client/proxy/http-proxy.ts";
import { Context } from "../../../src/service/context.ts";
import { settle } from "../../../src/service/outcome.ts";
import { serveProxy } from "../../support/proxy-server.ts";
import { serveHttp } from "../../support/server.ts";
import { untyped } from "../../support/untyped.ts";

describe("Pools", () => {
  it("keeps connections for each proxy, and each user of it, apart", async () => {
    await using server = await serveHttp((_, response) => void response.end("ok"));
    await using one = await serveProxy();
    await using other = await serveProxy();
    await using client = httpClient();
    const users = [one.origin, one.origin.replace("//", "//me:pw@"), other.origin];
    for (let n = 0; n < 3; n++) {
      for (const proxy of users) await client.call({ url: server.origin, proxy }, new Context());
    }
    expect([one.sockets.length, other.sockets.length]).toEqual([2, 1]);
  });

  it("closes those of the proxy that was used longest ago, where 256 others were", async () => {
    const { pools, lend, closed } = recorded();
    for (let n = 0; n < 256; n++) await lend(n);
    await lend(0);
    expect(closed).toEqual([]);
    await lend(256);
    expect(closed).toEqual(["http://proxy1.test"]);
    await pools.destroy(new Error("The end"));
    expect(new Set(closed).size).toBe(257 + 1); // the direct one too
  });

  it("closes none that a call uses, however it ends", async () => {
    const { lend, closed } = recorded();
    const controller = new AbortController();
    const failing = once(new EventTarget(), "none", controller);
    const calls = Array.from({ length: 300 }, (_, n) => settle(lend(n, failing)));
    await lend(300);
    expect(closed).toEqual([]);
    controller.abort();
    await Promise.all(calls);
    await lend(301);
    expect(closed).toHaveLength(302 - 256);
  });
});

/** Pools of nothing, and whose of them were closed, in order. */
function recorded(): {
  readonly pools: Pools;
  readonly lend: (n: number, until?: Promise<unknown>) => Promise<unknown>;
  readonly closed: readonly string[];
} {
  const closed: string[] = [];
  const pools = new Pools((proxy) => {
    const close = async (): Promise<void> => void closed.push(proxy?.origin ?? "direct");
    return untyped({ connector: { destroy: () => {} }, sender: { destroy: close } });
  });
  const lend = (n: number, until: Promise<unknown> = Promise.resolve()): Promise<unknown> =>
    pools.lend(httpProxy(`http://proxy${n}.test`), () => until);
  return { pools, lend, closed };
}
