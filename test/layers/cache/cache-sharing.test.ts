import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { HeadersInit } from "../../../src/http/headers.ts";
import { HttpResponse } from "../../../src/http/message.ts";
import type { CacheStore } from "../../../src/layers/cache/cache-store.ts";
import { MemoryCache } from "../../../src/layers/cache/memory-cache.ts";
import { NoopCache } from "../../../src/layers/cache/noop-cache.ts";
import { Context } from "../../../src/service/context.ts";
import { NotNowError } from "../../../src/service/errors.ts";
import { settle } from "../../../src/service/outcome.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { neverHanging } from "../../support/never-hanging.ts";
import { serve, stackOf, url } from "./cached-site.ts";

describe("cache, asked for the same at once", () => {
  it("makes one exchange of what is asked at once, and stores it once", async () => {
    const site = serve();
    const pages = await Promise.all([
      site.get(),
      site.get({ meta: 1 }),
      site.get({ url: `${url}#top` }),
    ]);
    expect(site.sent).toHaveLength(1);
    expect(new Set(pages).size).toBe(1);
  });

  it("makes exchanges of their own for requests that a server could tell apart", async () => {
    const site = serve({}, { store: new NoopCache() });
    const headers: HeadersInit = { accept: "text/html" };
    await Promise.all([
      site.get(),
      site.get({ headers }),
      site.get({ timeoutMs: 5 }),
      site.get({ method: "HEAD" }),
    ]);
    expect(site.sent).toHaveLength(4);
  });

  it("asks the accept of one call for no other, and stores nothing that it refused", async () => {
    const stack = stackOf({ store: new MemoryCache() }, async (request) => {
      const isWhole = request.accept?.(new HttpResponse({ url, status: 200 })) ?? true;
      return new HttpResponse({
        url,
        status: 200,
        body: isWhole ? "page" : "",
        truncated: !isWhole,
      });
    });
    const [refused, failed, plain] = await Promise.all([
      stack.call({ url, accept: () => false }),
      settle(stack.call({ url, accept: refuseAll })),
      stack.call({ url }),
    ]);
    expect([refused.truncated, plain.text]).toEqual([true, "page"]);
    expect(failed).toMatchObject({ ok: false, error: { message: "mine" } });
    const later = await stack.call({ url, accept: () => false });
    expect([later.fromCache, later.text]).toEqual([true, "page"]);
  });

  it("gives an error to all who wait by identity, and keeps none", async () => {
    const down = new Error("down");
    let calls = 0;
    const stack = stackOf({ store: new MemoryCache() }, async () => {
      if (++calls === 1) throw down;
      return new HttpResponse({ url, status: 200 });
    });
    const ends = await Promise.all([settle(stack.call({ url })), settle(stack.call({ url }))]);
    expect(ends.map((end) => !end.ok && end.error)).toEqual([down, down]);
    expect((await stack.call({ url })).fromCache).toBe(false);
  });

  it("answers an impatient call from the store, whatever else is under way", async () => {
    const site = serve();
    await site.get();
    const hasty = new Context({ clock: site.clock, startBy: 0 });
    const calls = [site.get(), site.get({}, hasty), site.get({}, hasty)];
    expect((await Promise.all(calls)).map(({ fromCache }) => fromCache)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("never lets the haste of one call fail another", async () => {
    const clock = new VirtualClock();
    const stack = stackOf(
      { store: new MemoryCache() },
      async (_, context) => {
        if (context.patienceMs() < 10) throw new NotNowError("busy", { retryAt: 10 });
        await context.sleep(10);
        return new HttpResponse({ url, status: 200 });
      },
      clock,
    );
    const hasty = settle(stack.call({ url }, { startWithinMs: 0 }));
    const patient = stack.call({ url });
    expect(await hasty).toMatchObject({ ok: false, error: { retryAt: 10 } });
    expect((await clock.run(patient)).status).toBe(200);
  });

  it("sends nothing for a call that aborts while it looks, and ends an exchange nobody waits for", async () => {
    const reasons: unknown[] = [];
    const stack = stackOf({ store: new MemoryCache() }, (_, context) => {
      context.onAbort((reason) => reasons.push(reason));
      return new Promise(() => {});
    });
    const controller = new AbortController();
    const early = settle(stack.call({ url }, { signal: controller.signal }));
    controller.abort("early");
    expect(await early).toEqual({ ok: false, error: "early" });
    const late = new AbortController();
    const waiting = settle(stack.call({ url }, { signal: late.signal }));
    await new VirtualClock().settle();
    late.abort("late");
    await waiting;
    expect(reasons).toEqual(["late"]);
  });

  it("works where stores are slow, whatever comes first: one exchange at a time, and none again", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.integer({ min: 1, max: 6 }),
        neverHanging(async (s, count) => {
          const memory = new MemoryCache();
          const store: CacheStore = {
            get: (key) => s.schedule(Promise.resolve(), "get").then(() => memory.get(key)),
            put: (key, entry) =>
              s.schedule(Promise.resolve(), "put").then(() => memory.put(key, entry)),
            delete: (key) => memory.delete(key),
          };
          let sent = 0;
          const stack = stackOf({ store }, async () => {
            sent++;
            await s.schedule(Promise.resolve(), "answer");
            return new HttpResponse({ url, status: 200 });
          });
          const calls = Array.from({ length: count }, (_, n) =>
            s.schedule(Promise.resolve(), `call ${n}`).then(() => stack.call({ url })),
          );
          await s.waitFor(Promise.all(calls));
          expect(sent).toBe(1);
        }),
      ),
    );
  });
});

function refuseAll(): never {
  throw new Error("mine");
}
