import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import { MemoryFrontier } from "../../src/engine/frontier/memory-frontier.ts";
import { request } from "../../src/engine/page/crawl-request.ts";
import { domainKey } from "../../src/http/url/domain-key.ts";
import { httpStack } from "../../src/layers/http-stack/http-stack.ts";
import { fakeSite, type FakeSite } from "../support/fake-site.ts";
import { serveHttp } from "../support/server.ts";
import { everything } from "./support/crawls.ts";

const hosts = Array.from({ length: 30 }, (_, n) => `http://h${n}.test/`);

describe("a crawl over a stack that can look up addresses ahead", () => {
  it("has that of each host looked up once, before it is asked, and not long before", async () => {
    const site = fakeSite(() => [], { latencyMs: 10 });
    const ahead: (readonly [string, number])[] = [];
    const prefetch = async (url: string): Promise<void> => void ahead.push([url, site.clock.now()]);
    const service = { ...site.stack, prefetch };
    const run = crawl({ ...everything(site), service, start: hosts, concurrency: 4 });
    await site.clock.run(run.done());
    const names = ahead.map(([url]) => domainKey(url));
    expect(new Set(names).size).toBe(names.length);
    // The first ones are asked as soon as they are known.
    expect(names.length).toBeGreaterThanOrEqual(20);
    for (const [url, at] of ahead) {
      const asked = site.visits.find((visit) => visit.url === url)?.at ?? Number.NaN;
      expect(asked - at).toBeGreaterThanOrEqual(0);
      expect(asked - at).toBeLessThanOrEqual(50);
    }
  });

  it("has none looked up that a proxy looks up", async () => {
    const { ahead, service, site } = listening();
    const start = hosts.map((url) => request(url, { proxy: "http://proxy.test/" }));
    await site.clock.run(crawl({ ...everything(site), service, start, concurrency: 2 }).done());
    expect(ahead).toEqual([]);
  });

  it("goes on where a lookup fails", async () => {
    const { site } = listening();
    const service = { ...site.stack, prefetch: () => Promise.reject(new Error("no such host")) };
    const run = crawl({ ...everything(site), service, start: hosts, concurrency: 2 });
    expect(await site.clock.run(run.done())).toMatchObject({ pages: 30, errors: {} });
  });

  it("does without where the frontier cannot tell what is next", async () => {
    const { ahead, service, site } = listening();
    const frontier = Object.assign(new MemoryFrontier(), { upcoming: undefined });
    const run = crawl({ ...everything(site), service, start: hosts, frontier });
    expect(await site.clock.run(run.done())).toMatchObject({ pages: 30 });
    expect(ahead).toEqual([]);
  });
});

describe("httpStack", () => {
  it("looks up addresses ahead by its leaf, and by no leaf that cannot", async () => {
    await using server = await serveHttp((_, response) => void response.end("page"));
    const looked: string[] = [];
    await using service = httpStack({
      delayMs: 0,
      robots: false,
      dns: {
        lookup: async (host: string) => {
          looked.push(host);
          return ["127.0.0.1"];
        },
      },
    }).service();
    const start = ["a", "b", "c"].map((host) => `http://${host}.test:${server.port}/`);
    const run = crawl({ service, start, parse: () => {}, concurrency: 1 });
    expect(await run.done()).toMatchObject({ pages: 3 });
    expect(looked.toSorted()).toEqual(["a.test", "b.test", "c.test"]);
    expect(service.prefetch).toBeDefined();
    expect(httpStack().service(fakeSite(() => []).stack).prefetch).toBeUndefined();
  });
});

function listening(): {
  readonly site: FakeSite;
  readonly ahead: string[];
  readonly service: FakeSite["stack"] & { prefetch(url: string): Promise<void> };
} {
  const site = fakeSite(() => []);
  const ahead: string[] = [];
  const service = { ...site.stack, prefetch: async (url: string) => void ahead.push(url) };
  return { site, ahead, service };
}
