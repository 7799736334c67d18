import { getEventListeners } from "node:events";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { OverloadedError } from "../../src/layers/concurrency-limit.ts";
import { retry, type RetryOptions } from "../../src/layers/retry.ts";
import { attemptKey } from "../../src/service/attempt-key.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { Context, type ContextOptions } from "../../src/service/context.ts";
import { mapRequest } from "../../src/service/map-request.ts";
import { mapResponse } from "../../src/service/map-response.ts";
import { settle } from "../../src/service/outcome.ts";
import { type Service, service } from "../../src/service/service.ts";
import { fail, script, succeed } from "../../src/testing/script.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";
import { eventsDuring } from "../support/events.ts";
import { untyped } from "../support/untyped.ts";

describe("retry", () => {
  it("returns the first success", async () => {
    const leaf = script<string, string>([fail(), succeed("page")]);
    expect(await ask(leaf)).toBe("page");
    expect(leaf.seen).toEqual(["/", "/"]);
  });

  it("takes what is no promise but has a then", async () => {
    const leaf = script<string, string>([fail(), succeed("page")]);
    const like: Service<string, string> = {
      call(request, context) {
        const call = leaf.call(request, context);
        // oxlint-disable-next-line unicorn/no-thenable -- as this is about one
        return untyped({ then: call.then.bind(call) });
      },
    };
    expect(await ask(like)).toBe("page");
  });

  it("gives back the last error untouched", async () => {
    const last = new Error("still down");
    await expect(ask(script([fail(), fail(last)]), { limit: 1 })).rejects.toBe(last);
  });

  it("tells the inner service which attempt it serves", async () => {
    const attempts: number[] = [];
    const leaf = service<string, string>(async (_, context) => {
      attempts.push(context.get(attemptKey));
      throw new Error("down");
    });
    await settle(ask(leaf, { limit: 2 }));
    expect(attempts).toEqual([1, 2, 3]);
  });

  it("never lets a refusal hide an earlier error", async () => {
    const sent = new Error("down");
    const refused = new OverloadedError(1, 0);
    await expect(ask(script([fail(sent), fail(refused)]), { limit: 1 })).rejects.toBe(sent);
  });

  it("never repeats a refusal", async () => {
    const refused = new OverloadedError(1, 0);
    const leaf = script<string, string>([fail(refused), succeed("never seen")]);
    await expect(ask(leaf, { limit: 1 })).rejects.toBe(refused);
    expect(leaf.seen).toHaveLength(1);
  });

  it("repeats what `when` says of an outcome and its request, a response too", async () => {
    const leaf = script<string, string>([succeed("busy"), succeed("page"), succeed("busy")]);
    const options: RetryOptions<string, string> = {
      when: (outcome, request) => request === "/" && outcome.ok && outcome.value === "busy",
    };
    expect(await ask(leaf, options)).toBe("page");
    expect(leaf.seen).toHaveLength(2);
  });

  it("lets the layers around it change a request by attempt, and the last outcome", async () => {
    const leaf = script<string, string>([succeed("1"), succeed("2"), succeed("3")]);
    const stack = ServiceBuilder.for<string, string>()
      .layer(mapResponse((last: string) => `out of retries after ${last}`))
      .layer(retry({ limit: 2, when: () => true, backoff: () => 0 }))
      .layer(mapRequest((path: string, context) => `${path}?try=${context.get(attemptKey)}`))
      .service(leaf);
    expect(await stack.call("/")).toBe("out of retries after 3");
    expect(leaf.seen).toEqual(["/?try=1", "/?try=2", "/?try=3"]);
  });

  it("waits as long as the outcome itself asks for, rather than its backoff", async () => {
    const clock = new VirtualClock();
    const leaf = script<string, string>([fail("soon"), fail("unknown"), succeed("page")]);
    const options: RetryOptions<string, string> = {
      backoff: () => 100,
      retryAfter: (outcome) => (!outcome.ok && outcome.error === "soon" ? 3 : undefined),
    };
    expect(await ask(leaf, options, { clock })).toBe("page");
    expect(clock.now()).toBe(103);
  });

  it("repeats at once what asks for no wait, unless the call has aborted", async () => {
    const controller = new AbortController();
    const options = { retryAfter: () => 0 };
    const leaf = script<string, string>([fail(), succeed("page")]);
    const stack = ServiceBuilder.for<string, string>().layer(retry(options)).service(leaf);
    expect(await stack.call("/", new Context({ clock: new VirtualClock() }))).toBe("page");

    let attempts = 0;
    const aborted = ServiceBuilder.for<string, string>()
      .layer(retry(options))
      .service(async () => {
        attempts++;
        controller.abort("stop");
        throw new Error("down");
      });
    await expect(aborted.call("/", { signal: controller.signal })).rejects.toBe("stop");
    await new VirtualClock().settle();
    expect(attempts).toBe(1);
  });

  it("gives the outcome back at once where a wait would not end before the deadline", async () => {
    const clock = new VirtualClock();
    const down = new Error("down");
    const leaf = script<string, string>([fail(), fail(down), succeed("never seen")]);
    const call = ask(leaf, { backoff: (n) => 10 * n }, { clock, deadline: 30 });
    await expect(call).rejects.toBe(down);
    expect(clock.now()).toBe(10);
    const endless = ask(script<string, string>([fail(down)]), { backoff: () => Infinity });
    await expect(endless).rejects.toBe(down);
  });

  it("tells of each repetition", async () => {
    const leaf = script<string, string>([fail(), succeed("page")]);
    const events = await eventsDuring(() => ask(leaf, { backoff: () => 10 }));
    const retried = events.filter(({ event }) => event === "retried");
    expect(retried).toMatchObject([{ layer: "retry", at: 10, detail: { attempt: 2, waitMs: 10 } }]);
  });

  it("ends a wait as soon as its call aborts, and leaves nothing behind", async () => {
    const clock = new VirtualClock();
    const controller = new AbortController();
    const { signal } = controller;
    const leaf = script<string, string>([fail(), succeed("never seen")]);
    clock.timer(() => controller.abort("stop"), 10);
    await expect(ask(leaf, { backoff: () => 1000 }, { clock, signal })).rejects.toBe("stop");
    expect(leaf.seen).toHaveLength(1);
    expect(clock.now()).toBe(10);
    expect(clock.pending).toBe(0);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("holds only the first attempt to startBy", async () => {
    const clock = new VirtualClock();
    const patience: number[] = [];
    const leaf = service<string, string>(async (_, context) => {
      patience.push(context.startBy);
      throw new Error("down");
    });
    const call = ask(leaf, { limit: 2, backoff: () => 10 }, { clock, startBy: 5 });
    await expect(call).rejects.toThrow("down");
    expect(patience).toEqual([5, Infinity, Infinity]);
    expect(clock.now()).toBe(20);
  });

  it.each([-1, 1.5, Number.NaN])("refuses the limit %d", (limit) => {
    expect(() => retry({ limit })).toThrow(RangeError);
  });

  it.each([{ limits: 5 }, null])("refuses the options %o", (options) => {
    expect(() => retry(untyped(options))).toThrow("options of retry");
  });

  it("refuses options that are no functions, and waits that are none", async () => {
    // @ts-expect-error for those who write JavaScript
    expect(() => retry({ backoff: 10 })).toThrow('Expected "backoff" to be a function: got 10');
    // @ts-expect-error for those who write JavaScript
    expect(() => retry({ retryAfter: 10 })).toThrow('Expected "retryAfter"');
    // @ts-expect-error for those who write JavaScript
    expect(() => retry({ when: 503 })).toThrow('Expected "when"');
    const negative = ask(script<string, string>([fail()]), { backoff: () => -1 });
    await expect(negative).rejects.toThrow('Expected "backoff"');
    const unknown = ask(script<string, string>([fail()]), { retryAfter: () => Number.NaN });
    await expect(unknown).rejects.toThrow('Expected "retryAfter"');
  });

  it("calls until a success or the limit, waiting once between two calls", async () => {
    const fates = fc.array(fc.boolean(), { minLength: 9, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(fc.nat(8), fates, async (limit, good) => {
        const clock = new VirtualClock();
        const leaf = script<string, string>(good.map((ok) => (ok ? succeed("page") : fail())));
        const outcome = await settle(ask(leaf, { limit, backoff: (n) => 2 ** n }, { clock }));

        const calls = leaf.seen.length;
        const firstSuccess = good.includes(true) ? good.indexOf(true) : Infinity;
        expect(calls).toBe(Math.min(limit, firstSuccess) + 1);
        expect(outcome.ok).toBe(good[calls - 1]);
        expect(clock.now()).toBe(2 ** calls - 2);
      }),
    );
  });
});

/** Asks for "/" through a `retry` over the leaf, and moves time until the answer is there. */
function ask(
  leaf: Service<string, string>,
  options: RetryOptions<string, string> = {},
  { clock = new VirtualClock(), ...call }: ContextOptions & { clock?: VirtualClock } = {},
): Promise<string> {
  const retrying = ServiceBuilder.for<string, string>().layer(retry(options)).service(leaf);
  return clock.run(retrying.call("/", new Context({ clock, ...call })));
}
