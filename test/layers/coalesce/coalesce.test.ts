import { describe, expect, it } from "vitest";

import { coalesce } from "../../../src/layers/coalesce/coalesce.ts";
import { concurrencyLimit } from "../../../src/layers/concurrency-limit.ts";
import { loadShed } from "../../../src/layers/load-shed.ts";
import { retry } from "../../../src/layers/retry.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { NotNowError, TimeoutError } from "../../../src/service/errors.ts";
import { settle } from "../../../src/service/outcome.ts";
import type { Stack } from "../../../src/service/stack.ts";
import { fail, script, succeed } from "../../../src/testing/script.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { eventsDuring } from "../../support/events.ts";
import { untyped } from "../../support/untyped.ts";

describe("coalesce", () => {
  it("makes one call of those with the same key, with the request of whoever came first", async () => {
    const leaf = script<Ask, object>([succeed({ page: 1 }), succeed({ page: 2 })]);
    const stack = asks.layer(coalesce({ key: ({ url }) => url })).service(leaf);
    const requests = [
      { url: "/a", n: 1 },
      { url: "/a", n: 2 },
      { url: "/b", n: 3 },
    ];
    const [first, second, other] = await Promise.all(requests.map((ask) => stack.call(ask)));
    expect(second).toBe(first);
    expect(other).not.toBe(first);
    expect(leaf.seen).toEqual([requests[0], requests[2]]);
  });

  it("gives all the error by identity, and makes another call after that", async () => {
    const down = new Error("down");
    const stack = texts.layer(byText()).service(script([fail(down), succeed("page")]));
    const ends = await Promise.all([settle(stack.call("/")), settle(stack.call("/"))]);
    expect(ends.map((end) => !end.ok && end.error === down)).toEqual([true, true]);
    expect(await stack.call("/")).toBe("page");
  });

  it("aborts nothing of a call that has ended, as the stack is disposed", async () => {
    const told: unknown[] = [];
    const stack = texts.layer(byText()).service(async (text, context) => {
      context.onAbort((reason) => told.push(reason));
      return text;
    });
    expect(await stack.call("/")).toBe("/");
    await stack[Symbol.asyncDispose]();
    expect(told).toEqual([]);
  });

  it("keeps the abort and the deadline of each to itself", async () => {
    const clock = new VirtualClock();
    const { stack, open } = slow(clock);
    const controller = new AbortController();
    const aborted = settle(stack.call("/", { signal: controller.signal }));
    const late = settle(stack.call("/", { timeoutMs: 50 }));
    const patient = stack.call("/");
    controller.abort("stop");
    expect(await aborted).toEqual({ ok: false, error: "stop" });
    expect(await clock.run(late)).toEqual({ ok: false, error: expect.any(TimeoutError) });
    expect(await clock.run(patient)).toBe("page 1");
    expect([clock.now(), open()]).toEqual([100, 0]);
  });

  it("aborts the call that all have left, so that the next makes one of its own", async () => {
    const clock = new VirtualClock();
    const { stack, open } = slow(clock);
    const left = settle(stack.call("/", { timeoutMs: 10 }));
    await clock.run(left);
    expect(open()).toBe(0);
    expect(await clock.run(stack.call("/"))).toBe("page 2");
  });

  it("takes a call that may not wait into one that has started, and no other", async () => {
    const clock = new VirtualClock();
    const { stack } = slow(clock);
    const now = { startWithinMs: 0 };
    const busy = stack.call("/busy");
    const first = stack.call("/");
    const refused = await settle(stack.call("/", now));
    expect(refused).toMatchObject({ error: { code: "not_now", ready: expect.any(Promise) } });
    const ready = !refused.ok && refused.error instanceof NotNowError && refused.error.ready;
    await clock.run(Promise.resolve(ready));
    expect(clock.now()).toBe(100);
    const hasty = stack.call("/", now);
    expect(await busy).toBe("page 1");
    expect(await clock.run(Promise.all([first, hasty]))).toEqual(["page 2", "page 2"]);
  });

  it("counts a call as started while it is repeated", async () => {
    const clock = new VirtualClock();
    const leaf = script<string, string>([fail(), succeed("page")]);
    const stack = texts
      .layer(byText())
      .layer(retry({ backoff: () => 100 }))
      .service(leaf, { clock });
    const first = stack.call("/");
    await clock.settle();
    expect(await clock.run(Promise.all([first, stack.call("/", { startWithinMs: 0 })]))).toEqual([
      "page",
      "page",
    ]);
  });

  it("counts a call as started only when the innermost of nested stacks sends it", async () => {
    const clock = new VirtualClock();
    const { stack: inner } = slow(clock);
    const stack = texts.layer(byText()).service(inner, { clock });
    const calls = [stack.call("/busy"), stack.call("/")];
    const hasty = await settle(stack.call("/", { startWithinMs: 0 }));
    expect(hasty).toMatchObject({ ok: false, error: { code: "not_now" } });
    await clock.run(Promise.all(calls));
  });

  it("asks again, with all its patience, for whoever has more than the one that was refused", async () => {
    const clock = new VirtualClock();
    const { stack } = slow(clock);
    const busy = stack.call("/busy");
    const hasty = settle(stack.call("/", { startWithinMs: 0 }));
    const some = settle(stack.call("/", { startWithinMs: 50 }));
    const patient = stack.call("/");
    expect(await hasty).toMatchObject({ ok: false, error: { code: "overloaded" } });
    expect(await clock.run(some)).toMatchObject({ ok: false, error: { code: "overloaded" } });
    expect(clock.now()).toBe(50);
    expect(await clock.run(patient)).toBe("page 2");
    expect(await busy).toBe("page 1");
  });

  it("lets calls that may not wait share one for which there is room", async () => {
    const clock = new VirtualClock();
    const leaf = script<string, string>([succeed("page")]);
    const stack = texts
      .layer(loadShed())
      .layer(byText())
      .layer(concurrencyLimit({ limit: 1 }))
      .service(leaf, { clock });
    expect(await Promise.all([stack.call("/"), stack.call("/")])).toEqual(["page", "page"]);
  });

  it("tells who joined, who was refused, and of which key", async () => {
    const clock = new VirtualClock();
    const { stack } = slow(clock);
    const events = await eventsDuring(async () => {
      const calls = ["/busy", "/", "/"].map((url) => stack.call(url));
      const hasty = [0, 10].map((startWithinMs) => settle(stack.call("/", { startWithinMs })));
      await clock.run(Promise.all([...calls, ...hasty]));
    });
    const own = events.filter(({ layer, detail }) => layer === "coalesce" && "key" in detail);
    const error = expect.any(NotNowError);
    expect(own.map(({ event, at, detail }) => ({ event, at, detail }))).toEqual([
      { event: "joined", at: 0, detail: { key: "/" } },
      { event: "refused", at: 0, detail: { key: "/", error } },
      { event: "joined", at: 0, detail: { key: "/" } },
      { event: "refused", at: 10, detail: { key: "/", error } },
    ]);
  });

  it("ends the shared call with its stack", async () => {
    const clock = new VirtualClock();
    const stack = texts.layer(byText()).service(() => new Promise(() => {}), { clock, drainMs: 5 });
    const calls = [settle(stack.call("/")), settle(stack.call("/"))];
    await clock.run(Promise.resolve(stack[Symbol.asyncDispose]()));
    const closed = { ok: false, error: expect.objectContaining({ code: "closed" }) };
    expect(await Promise.all(calls)).toEqual([closed, closed]);
  });

  it("rejects with what the key throws, and where it is no text", async () => {
    const broken = new Error("broken");
    const stack = texts
      .layer(
        coalesce({
          key: (url) => {
            if (url === "/") throw broken;
            return untyped(url === "/none" ? undefined : {});
          },
        }),
      )
      .service(() => expect.unreachable());
    await expect(stack.call("/")).rejects.toBe(broken);
    const message = 'Expected "key" to return a string: got ';
    await expect(stack.call("/none")).rejects.toThrow(new TypeError(`${message}undefined`));
    await expect(stack.call("/object")).rejects.toThrow(new TypeError(`${message}an object`));
  });

  it("refuses options that are none", () => {
    expect(() => coalesce(untyped(undefined))).toThrow("the options of coalesce to be an object");
    expect(() => coalesce(untyped({}))).toThrow(
      new TypeError('Expected "key" to be a function: got undefined'),
    );
    expect(() => coalesce(untyped({ key: () => "", keys: 1 }))).toThrow('got "keys"');
  });
});

interface Ask {
  readonly url: string;
  readonly n: number;
}

const asks = ServiceBuilder.for<Ask, object>();
const texts = ServiceBuilder.for<string, string>();

function byText(): ReturnType<typeof coalesce<string, string>> {
  return coalesce({ key: (url) => url });
}

/** A stack that answers one call after the other, 100 ms each, and how many its leaf is at. */
function slow(clock: VirtualClock): {
  readonly stack: Stack<string, string>;
  readonly open: () => number;
} {
  let calls = 0;
  let open = 0;
  const stack = texts
    .layer(byText())
    .layer(concurrencyLimit({ limit: 1 }))
    .service(
      async (_, context) => {
        const page = `page ${++calls}`;
        open++;
        try {
          await context.sleep(100);
        } finally {
          open--;
        }
        return page;
      },
      { clock },
    );
  return { stack, open: () => open };
}
