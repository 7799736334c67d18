import { describe, expect, it } from "vitest";

import { HttpError } from "../../../src/http/errors.ts";
import { CircuitOpenError } from "../../../src/layers/circuit-breaker/circuit-open-error.ts";
import { NotNowError } from "../../../src/service/errors.ts";
import { settle } from "../../../src/service/outcome.ts";
import { eventsDuring } from "../../support/events.ts";
import { answering, type Says, saying, type Site, statusOf } from "./answering.ts";

const SWR = "max-age=10, stale-while-revalidate=60";

describe("cache, serving what is not fresh while it asks", () => {
  it("serves what stale-while-revalidate allows, and asks once behind it", async () => {
    const site = saying({ "Cache-Control": "max-age=10, stale-while-revalidate=20" });
    await site.get();
    site.clock.advance(29_999);
    const all = await Promise.all([site.get(), site.get(), site.get()]);
    expect(all.map(({ text }) => text)).toEqual(["page 1", "page 1", "page 1"]);
    expect(all.map(statusOf)).toEqual(Array.from(all, () => "pagoda; hit; ttl=-20"));
    await site.clock.settle();
    expect(site.sent).toHaveLength(2);
    expect((await site.get()).text).toBe("page 2");
  });

  it.each([
    ["after that time", "max-age=10, stale-while-revalidate=5", {}],
    [
      "where must-revalidate forbids it",
      "max-age=10, stale-while-revalidate=60, must-revalidate",
      {},
    ],
    ["where no-cache forbids it", "no-cache, max-age=10, stale-while-revalidate=60", {}],
    ["of more than the age that is asked for", SWR, { "Cache-Control": "max-age=12" }],
    ["where a caller wants it fresh", SWR, { "Cache-Control": "min-fresh=1" }],
    ["where a caller wants it confirmed", SWR, { "Cache-Control": "no-cache" }],
  ])("asks first %s", async (_, control, headers) => {
    const site = saying({ "Cache-Control": control });
    await site.get();
    site.clock.advance(15_000);
    expect((await site.get({ headers })).text).toBe("page 2");
  });

  it("asks in a context of its own, which ends with the stack, and waits for that", async () => {
    const reasons: unknown[] = [];
    const site = answering((_, n, context) => {
      if (n > 1) context.onAbort((reason) => reasons.push(reason));
      return n === 1 ? { headers: { "Cache-Control": SWR } } : new Promise(() => {});
    });
    await site.get();
    site.clock.advance(15_000);
    const controller = new AbortController();
    await site.get({}, { signal: controller.signal, startWithinMs: 0 });
    controller.abort("the caller left");
    expect(reasons).toEqual([]);
    await site.stack[Symbol.asyncDispose]();
    expect(reasons).toMatchObject([{ code: "closed" }]);
  });

  it("tells what failed behind a stale answer, and goes on serving it", async () => {
    const down = new Error("down");
    const site = answering((_, n) => (n === 1 ? { headers: { "Cache-Control": SWR } } : down));
    await site.get();
    site.clock.advance(15_000);
    const events = await eventsDuring(async () => {
      await site.get();
      await site.clock.settle();
    });
    expect(events.find(({ event }) => event === "failed")?.detail).toMatchObject({ error: down });
    expect((await site.get()).text).toBe("page 1");
  });
});

describe("cache, serving what is not fresh where asking fails", () => {
  it.each<[string, Says]>([
    ["a 500", { status: 500 }],
    ["a 503", { status: 503 }],
    ["a failure of the network", new HttpError("connect", "down")],
    ["an open circuit", new CircuitOpenError("a.test", { retryAt: 5 })],
  ])("serves what stale-if-error allows in place of %s", async (_, says) => {
    const site = failing("max-age=10, stale-if-error=20", says);
    await site.get();
    site.clock.advance(29_999);
    const stale = await site.get();
    expect([stale.text, stale.fromCache, stale.revalidated]).toEqual(["page 1", true, undefined]);
    expect(statusOf(stale)).toMatch(
      /^pagoda; fwd=stale; (?:fwd-status=50\d; )?detail=stale-if-error$/,
    );
    site.clock.advance(1);
    expect(await settle(site.get())).not.toMatchObject({ value: { text: "page 1" } });
  });

  it("serves it also where the request allows it", async () => {
    const site = failing("max-age=10", { status: 503 });
    await site.get();
    site.clock.advance(15_000);
    expect((await site.get()).status).toBe(503);
    const headers = { "Cache-Control": "stale-if-error=60" };
    expect((await site.get({ headers })).text).toBe("page 1");
  });

  it.each<[string, string, Says]>([
    ["a 404", "max-age=10, stale-if-error=60", { status: 404 }],
    ["a refusal for now", "max-age=10, stale-if-error=60", new NotNowError("busy")],
    [
      "a 503, where must-revalidate forbids it",
      "max-age=10, stale-if-error=60, must-revalidate",
      { status: 503 },
    ],
    ["a 503, where no-cache forbids it", "no-cache, stale-if-error=60", { status: 503 }],
    ["a 503, where nothing allows it", "max-age=10", { status: 503 }],
  ])("serves it not in place of %s", async (_, control, says) => {
    const site = failing(control, says);
    await site.get();
    site.clock.advance(15_000);
    const outcome = await settle(site.get());
    expect(outcome).toMatchObject(says instanceof Error ? { error: says } : { value: says });
  });

  it("keeps no error in place of what it has", async () => {
    const site = answering((_, n) =>
      n === 2 ? { status: 500 } : { headers: { "Cache-Control": "max-age=10" } },
    );
    await site.get();
    site.clock.advance(15_000);
    expect((await site.get()).status).toBe(500);
    expect((await site.get({ cache: "force-cache" })).text).toBe("page 1");
  });
});

/** A page, and then what comes instead. */
function failing(control: string, says: Says): Site {
  return answering((_, n) => (n === 1 ? { headers: { "Cache-Control": control } } : says));
}
