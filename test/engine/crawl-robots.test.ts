import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import { HttpError } from "../../src/http/errors.ts";
import { robots } from "../../src/layers/robots/robots.ts";
import { type Answer, fakeSite } from "../support/fake-site.ts";
import { serveSockets } from "../support/server.ts";
import { everything } from "./support/crawls.ts";

const url = "http://a.test/";

describe("crawl, of a host whose robots.txt", () => {
  it.each<[string, Answer, "robots" | "failed", object]>([
    ["disallows it", { status: 200, body: "User-agent: *\nDisallow: /" }, "robots", {}],
    ["cannot be asked for", new HttpError("connect", "refused"), "failed", { connect: 1 }],
    ["is not given out for now", { status: 503 }, "failed", { server_error: 1 }],
  ])("%s, tells the true reason", async (_, answer, reason, errors) => {
    const site = fakeSite(() => answer, { layer: robots() });
    const run = crawl({ ...everything(site), start: url });
    const { notFetched, ...stats } = await site.clock.run(run.done());
    expect(stats).toMatchObject({ pages: 0, requests: 0 });
    expect({ notFetched, errors: stats.errors }).toEqual({ notFetched: { [reason]: 1 }, errors });
    expect(run.explain(url)).toBe(reason);
    expect(new Set(site.urls())).toEqual(new Set([`${url}robots.txt`]));
  });

  it("is at a port where nobody listens, tells that no connection could be made", async () => {
    const server = await serveSockets(() => {});
    await server[Symbol.asyncDispose]();
    const stats = await crawl({ start: server.origin, parse: () => {} }).done();
    expect(stats).toMatchObject({ notFetched: { failed: 1 }, errors: { connect: 1 } });
  });
});
