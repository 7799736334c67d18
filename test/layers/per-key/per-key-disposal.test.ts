import { getEventListeners } from "node:events";

import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";

import { concurrencyLimit } from "../../../src/layers/concurrency-limit.ts";
import { perKey } from "../../../src/layers/per-key/per-key.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { Context } from "../../../src/service/context.ts";
import { dispose } from "../../../src/service/disposal.ts";
import type { Layer } from "../../../src/service/layer.ts";
import { settle } from "../../../src/service/outcome.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { eventsDuring } from "../../support/events.ts";
import { neverHanging } from "../../support/never-hanging.ts";
import { closable } from "./closable.ts";

describe("perKey, disposed", () => {
  it("disposes of all instances with the stack, each once", async () => {
    const clock = new VirtualClock();
    const { stack, disposed } = closable(echo, { clock, maxKeys: 2 });
    for (const key of ["a", "b", "c"]) await stack.call(key);
    expect(disposed).toEqual(["a at 0"]);
    await stack[Symbol.asyncDispose]();
    expect(disposed).toEqual(["a at 0", "b at 0", "c at 0"]);
  });

  it("disposes of each once, although its calls go on after the stack", async () => {
    const clock = new VirtualClock();
    const deaf = async (request: string): Promise<string> => {
      await new Context({ clock }).sleep(60_000);
      return request;
    };
    const { stack, disposed } = closable(deaf, { clock });
    const calls = ["a", "b"].map((key) => settle(stack.call(key)));
    await clock.run(Promise.resolve(stack[Symbol.asyncDispose]()));
    await Promise.all(calls);
    const all = [...disposed];
    expect(all).toHaveLength(2);
    clock.advance(60_000);
    await clock.settle();
    expect(disposed).toEqual(all);
  });

  it("counts one that has given way no more, though it goes on to call", async () => {
    const late: (() => Promise<string>)[] = [];
    const disposed: string[] = [];
    let made = 0;
    const make = (key: string): Layer<string, string> => {
      const name = `${key}${++made}`;
      return (inner) => ({
        call: (request, context) => {
          late.push(() => inner.call("late", context));
          return inner.call(request, context);
        },
        [Symbol.dispose]: () => disposed.push(name),
      });
    };
    const stack = ServiceBuilder.for<string, string>()
      .layer(perKey(String, make, { maxKeys: 1 }))
      .service(echo);
    for (const key of ["a", "b"]) await stack.call(key);
    expect(await late[0]?.()).toBe("late");
    for (const key of ["a", "c"]) await stack.call(key);
    await stack[Symbol.asyncDispose]();
    expect(disposed).toEqual(["a1", "b2", "a3", "c4"]);
  });

  it("waits for instances that are giving way", async () => {
    const clock = new VirtualClock();
    const close = (): Promise<void> => new Context({ clock }).sleep(50);
    const { stack } = closable(echo, { clock, close });
    await stack.call("a");
    await stack.call("b");
    await clock.run(Promise.resolve(stack[Symbol.asyncDispose]()));
    expect(clock.now()).toBe(100);
  });

  it("rejects with what instances fail with as the stack is disposed", async () => {
    const { stack } = closable(echo, { clock: new VirtualClock(), close: hangs, maxKeys: 3 });
    for (const key of ["a", "b"]) await stack.call(key);
    const errors = [new Error("a hangs"), new Error("b hangs")];
    await expect(stack[Symbol.asyncDispose]()).rejects.toMatchObject({ errors });
  });

  it("tells each failure of one that gave way, and warns of the first", async () => {
    const clock = new VirtualClock();
    const { stack } = closable(echo, { clock, close: hangs });
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    const events = await eventsDuring(async () => {
      for (const key of ["a", "b", "c"]) await stack.call(key);
      await clock.settle();
    });
    const warnings = warn.mock.calls;
    warn.mockRestore();
    const failed = events.filter(({ event }) => event === "failed");
    expect(failed.map(({ layer, detail }) => [layer, detail])).toEqual([
      ["perKey", { key: "a", error: new Error("a hangs") }],
      ["perKey", { key: "b", error: new Error("b hangs") }],
    ]);
    const message = 'What perKey made for "a" failed to be disposed: Error: a hangs';
    expect(warnings).toEqual([
      [message, { type: "PagodaWarning", code: "PAGODA_DISPOSAL_FAILED" }],
    ]);
  });

  it("takes no call once it is disposed, which nobody would dispose of", async () => {
    const keyed = perKey<string, string>(String, () => (inner) => inner)({ call: echo });
    expect(await keyed.call("a", new Context())).toBe("a");
    await dispose(keyed);
    await expect(keyed.call("a", new Context())).rejects.toMatchObject({ code: "closed" });
  });

  it("never disposes of one at work, keeps no more idle ones than it may, and all are once, in any order", () =>
    race(({ disposedAtWork, most, disposals }) => {
      expect(disposedAtWork).toEqual([]);
      expect(most).toBeLessThanOrEqual(0);
      expect(disposals).toEqual(disposals.map(() => 1));
    }));

  it("never has more calls of a key at the leaf than its layer allows, though instances give way", () =>
    race(({ mostOfKey }) => expect(mostOfKey).toBeLessThanOrEqual(1)));

  it("serves all who stay, and leaves neither a timer nor an abort hook", () =>
    race(({ wrong, residue }) => {
      expect(wrong).toEqual([]);
      expect(residue).toBe(0);
    }));
});

interface Seen {
  /** Keys whose instance was disposed of while a call of it was at the leaf. */
  readonly disposedAtWork: readonly string[];
  /** The most instances that were kept above what may be or is needed. */
  readonly most: number;
  /** How often each instance was disposed of, once the stack was. */
  readonly disposals: readonly number[];
  readonly mostOfKey: number;
  /** Callers that ended otherwise than they may. */
  readonly wrong: readonly number[];
  readonly residue: number;
}

const callers = fc.array(
  fc.record({ key: fc.constantFrom("a", "b", "c", "d"), aborts: fc.boolean() }),
  { minLength: 1, maxLength: 10, size: "max" },
);

/** Lets calls come, abort and end in any order; the leaf heeds no abort. */
async function race(check: (seen: Seen) => void): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      callers,
      fc.integer({ min: 1, max: 3 }),
      neverHanging(async (s, callers, maxKeys) => {
        const clock = new VirtualClock();
        const controllers = callers.map(() => new AbortController());
        const atWork = new Map<string, number>();
        const add = (key: string, n: number): void =>
          void atWork.set(key, (atWork.get(key) ?? 0) + n);
        const disposals: number[] = [];
        const disposedAtWork: string[] = [];
        let most = 0;
        let mostOfKey = 0;
        const stack = ServiceBuilder.for<string, string>()
          .layer(
            perKey(
              String,
              (key) => {
                const id = disposals.push(0) - 1;
                const limit = concurrencyLimit<string, string>({ limit: 1 });
                return (inner) => ({
                  ...limit(inner),
                  [Symbol.dispose]: () => {
                    disposals[id] = (disposals[id] ?? 0) + 1;
                    if (atWork.get(key)) disposedAtWork.push(key);
                  },
                });
              },
              { maxKeys },
            ),
          )
          .service(
            async (key) => {
              add(key, 1);
              mostOfKey = Math.max(mostOfKey, ...atWork.values());
              await s.schedule(Promise.resolve(), `ends ${key}`);
              add(key, -1);
              return key;
            },
            { clock },
          );
        const calls = callers.map(async ({ key }, n) => {
          await s.schedule(Promise.resolve(), `call ${n}`);
          return settle(stack.call(key, { signal: controllers[n]?.signal }));
        });
        callers.forEach(async ({ aborts }, n) => {
          if (!aborts) return;
          await s.schedule(Promise.resolve(), `abort ${n}`);
          controllers[n]?.abort(n);
        });
        const ends = await s.waitFor(Promise.all(calls));
        await s.waitIdle();
        most = disposals.filter((count) => count === 0).length - maxKeys;
        await stack[Symbol.asyncDispose]();

        const wrong = callers.flatMap(({ key, aborts }, n) => {
          const end = ends[n];
          return (end?.ok ? end.value === key : aborts && end?.error === n) ? [] : [n];
        });
        const hooks = controllers.flatMap(({ signal }) => getEventListeners(signal, "abort"));
        const residue = clock.pending + hooks.length;
        check({ disposedAtWork, most, disposals, mostOfKey, wrong, residue });
      }),
    ),
  );
}

async function echo(request: string): Promise<string> {
  return request;
}

function hangs(key: string): never {
  throw new Error(`${key} hangs`);
}
