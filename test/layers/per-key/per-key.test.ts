import { describe, expect, it, vi } from "vitest";

import { concurrencyLimit } from "../../../src/layers/concurrency-limit.ts";
import { perKey } from "../../../src/layers/per-key/per-key.ts";
import { timeout } from "../../../src/layers/timeout.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { Context } from "../../../src/service/context.ts";
import { type Layer, layer } from "../../../src/service/layer.ts";
import { settle } from "../../../src/service/outcome.ts";
import { service } from "../../../src/service/service.ts";
import { partsOf } from "../../../src/service/traits.ts";
import { script, succeed } from "../../../src/testing/script.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { eventsDuring } from "../../support/events.ts";
import { untyped } from "../../support/untyped.ts";
import { closable } from "./closable.ts";

describe("perKey", () => {
  it("gives each key an instance with state of its own, over the same inner service", async () => {
    const leaf = script<string, string>(["1", "2", "3"].map(succeed<string>));
    const make = vi.fn<() => Layer<string, string>>(count);
    const stack = texts.layer(perKey(host, make)).service(leaf);
    for (const url of ["a/1", "b/2", "a/3"]) await stack.call(url);
    expect(leaf.seen).toEqual(["a/1 #1", "b/2 #1", "a/3 #2"]);
    expect(make.mock.calls).toEqual([["a"], ["b"]]);
  });

  it("gives each stack instances of its own", async () => {
    const builder = texts.layer(perKey(host, count));
    for (const stack of [builder.service(echo), builder.service(echo)]) {
      expect(await stack.call("a/")).toBe("a/ #1");
    }
  });

  it("limits each key by itself", async () => {
    const clock = new VirtualClock();
    const stack = texts
      .layer(perKey(host, () => concurrencyLimit({ limit: 1 })))
      .service((_, context) => context.sleep(100).then(() => String(clock.now())), { clock });
    const calls = ["a/1", "a/2", "b/1"].map((url) => stack.call(url));
    expect(await clock.run(Promise.all(calls))).toEqual(["100", "200", "100"]);
  });

  it("lets the instance give way that has been idle for longest, with all that it knew", async () => {
    const stack = texts.layer(perKey(host, count, { maxKeys: 2 })).service(echo);
    const answers: string[] = [];
    for (const url of ["a", "b", "a", "c", "a", "b"]) answers.push(await stack.call(url));
    expect(answers).toEqual(["a #1", "b #1", "a #2", "c #1", "a #3", "b #1"]);
  });

  it("keeps 1,000 keys where nothing is said", async () => {
    const stack = texts.layer(perKey(host, count)).service(echo);
    for (let n = 1; n <= 1000; n++) await stack.call(String(n));
    expect(await stack.call("1")).toBe("1 #2");
    await stack.call("1001");
    expect(await stack.call("2")).toBe("2 #1");
  });

  it("keeps instances at work, however many, and shrinks as soon as one comes free", async () => {
    const clock = new VirtualClock();
    const { stack, disposed } = closable(sleepTime, { clock });
    const calls = ["a 30", "b 10", "c 20"].map((url) => stack.call(url));
    expect(disposed).toEqual([]);
    await clock.run(Promise.all(calls));
    expect(clock.now()).toBe(30);
    expect(disposed).toEqual(["b at 10", "c at 20"]);
  });

  it("counts an instance at work until its inner call has ended, which may not heed an abort", async () => {
    const clock = new VirtualClock();
    const disposed: string[] = [];
    const impatient = (key: string): Layer<string, string> =>
      layer("impatient", (inner) => ({
        ...timeout<string, string>(10)(inner),
        [Symbol.dispose]: () => disposed.push(`${key} at ${clock.now()}`),
      }));
    const stack = texts.layer(perKey(host, impatient, { maxKeys: 1 })).service(deaf, { clock });
    const first = settle(stack.call("a"));
    expect(await clock.run(first)).toMatchObject({ ok: false, error: { code: "timeout" } });
    const second = settle(stack.call("b"));
    await clock.run(second);
    expect([clock.now(), disposed]).toEqual([20, []]);
    clock.advance(80);
    await clock.settle();
    expect(disposed).toEqual(["a at 100"]);
  });

  it("counts what an instance does on its own as work", async () => {
    const clock = new VirtualClock();
    const disposed: string[] = [];
    const refreshing = (key: string): Layer<string, string> =>
      layer("refreshing", (inner) => ({
        ...service<string, string>(async (url, context) => {
          context.clock.timer(() => void inner.call(url, context.detach()), 10);
          return url;
        }),
        [Symbol.dispose]: () => disposed.push(`${key} at ${clock.now()}`),
      }));
    const stack = texts
      .layer(perKey(host, refreshing, { maxKeys: 1 }))
      .service((url, context) => context.sleep(100).then(() => url), { clock });
    await stack.call("a");
    clock.advance(10);
    await stack.call("b");
    clock.advance(100);
    await clock.settle();
    await stack.call("c");
    expect(disposed).toEqual(["b at 10", "a at 110"]);
  });

  it("rejects with what `key` or `make` throws, and keeps nothing", async () => {
    const broken = new Error("broken");
    const throws = (): never => {
      throw broken;
    };
    await expect(texts.layer(perKey(throws, count)).service(echo).call("a")).rejects.toBe(broken);
    let calls = 0;
    const make = (): Layer<string, string> => (++calls === 1 ? throws() : count());
    const stack = texts.layer(perKey(host, make)).service(echo);
    await expect(stack.call("a")).rejects.toBe(broken);
    expect(await stack.call("a")).toBe("a #1");
    expect(calls).toBe(2);
  });

  it.each<[string, unknown, string]>([
    ["nothing", undefined, 'Expected "make(key)" to be a function: got undefined'],
    ["a factory nobody called", count, 'Expected what layer "count" returns to be a service'],
    ["a layer of nothing", () => null, "to be a service, { call }: got null"],
  ])("rejects where `make` returns %s", async (_, made, message) => {
    const stack = texts.layer(perKey(host, () => untyped(made))).service(echo);
    await expect(stack.call("a")).rejects.toThrow(TypeError);
    await expect(stack.call("a")).rejects.toThrow(message);
  });

  it("rejects where what was made throws", async () => {
    const error = new Error("broken");
    const throws = (): never => {
      throw error;
    };
    const inner = perKey(host, () => () => ({ call: throws }))({ call: echo });
    await expect(inner.call("a", new Context())).rejects.toBe(error);
  });

  it("rejects where a key is no text", async () => {
    const stack = texts.layer(perKey(() => untyped(5), count)).service(echo);
    await expect(stack.call("a")).rejects.toThrow(
      new TypeError('Expected "key" to return a string: got 5'),
    );
  });

  it("tells which key gave way", async () => {
    const stack = texts.layer(perKey(host, count, { maxKeys: 1 })).service(echo);
    const events = await eventsDuring(async () => {
      for (const url of ["a", "b", "b"]) await stack.call(url);
    });
    const evicted = events.filter(({ event }) => event === "evicted");
    expect(evicted).toMatchObject([{ layer: "perKey", detail: { key: "a" } }]);
  });

  it("declares nothing, since it cannot know what will be made", () => {
    expect(partsOf(perKey(host, count))).toEqual([{ name: "perKey" }]);
  });

  it("refuses options that are none", () => {
    expect(() => perKey(untyped("host"), count)).toThrow('Expected "key" to be a function');
    expect(() => perKey(host, untyped(undefined))).toThrow('Expected "make" to be a function');
    expect(() => perKey(host, count, { maxKeys: 0 })).toThrow(
      new RangeError('Expected "maxKeys" to be a whole number >= 1: got 0'),
    );
    expect(() => perKey(host, count, untyped({ max: 5 }))).toThrow('got "max"');
  });
});

const texts = ServiceBuilder.for<string, string>();

function host(url: string): string {
  return /^[^/ ]*/.exec(url)?.[0] ?? "";
}

async function echo(request: string): Promise<string> {
  return request;
}

/** Sleeps for the milliseconds that a request names. */
async function sleepTime(request: string, context: Context): Promise<string> {
  await context.sleep(Number(request.split(" ")[1]));
  return request;
}

/** Takes 100 ms and heeds no abort. */
function deaf(url: string, { clock }: Context): Promise<string> {
  return new Promise((resolve) => void clock.timer(() => resolve(url), 100));
}

function count(): Layer<string, string> {
  return layer("count", (inner) => {
    let calls = 0;
    return (request, context) => inner.call(`${request} #${++calls}`, context);
  });
}
