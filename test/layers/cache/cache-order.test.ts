import { describe, expect, it } from "vitest";

import { answering, type Says } from "./answering.ts";
import { PausedStore } from "./paused-store.ts";

const headers = { "Cache-Control": "max-age=60" };

describe.each(["crawl", "http"] as const)("cache, of two answers, in the mode %j", (mode) => {
  it("keeps the one that was asked for last where the other is being stored", async () => {
    const store = new PausedStore();
    const site = answering(() => ({ headers }), { mode, store });
    const older = site.get({ cache: "reload" });
    await site.clock.settle();
    const younger = site.get({ cache: "reload", headers: { "X-Trace": "2" } });
    await site.clock.settle();
    store.go();
    await Promise.all([older, younger]);
    expect((await site.get()).text).toBe("page 2");
  });

  it("keeps the one that was asked for last where the other comes later", async () => {
    const site = answering(firstIsSlow({}), { mode });
    const older = site.get({ cache: "reload" });
    await site.clock.settle();
    await site.get({ cache: "reload", headers: { "X-Trace": "2" } });
    expect((await site.clock.run(older)).text).toBe("page 1");
    expect((await site.get()).text).toBe("page 2");
  });

  it("keeps both where they are of two variants", async () => {
    const site = answering(firstIsSlow({ Vary: "Accept-Language" }), { mode });
    const older = site.get({ headers: { "Accept-Language": "en" } });
    await site.clock.settle();
    await site.get({ headers: { "Accept-Language": "de" } });
    await site.clock.run(older);
    expect((await site.get({ headers: { "Accept-Language": "en" } })).text).toBe("page 1");
    expect((await site.get({ headers: { "Accept-Language": "de" } })).text).toBe("page 2");
  });

  it("removes nothing for one that was asked for before what is kept", async () => {
    const site = answering(
      async (_, n, context) => {
        if (n === 2) await context.sleep(10);
        return n === 2 ? { status: 404, headers: { "Cache-Control": "no-store" } } : { headers };
      },
      { mode },
    );
    await site.get();
    const older = site.get({ cache: "reload" });
    await site.clock.settle();
    await site.get({ cache: "reload", headers: { "X-Trace": "2" } });
    await site.clock.run(older);
    expect((await site.get()).text).toBe("page 3");
  });
});

/** A server whose first page takes longer than all others. */
function firstIsSlow(more: Readonly<Record<string, string>>): Parameters<typeof answering>[0] {
  return async (_, n, context): Promise<Says> => {
    if (n === 1) await context.sleep(10);
    return { headers: { ...headers, ...more } };
  };
}
