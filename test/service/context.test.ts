import { getEventListeners } from "node:events";

import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";

import { systemClock } from "../../src/service/clock.ts";
import { contextKey } from "../../src/service/context-key.ts";
import { Context } from "../../src/service/context.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";

const depthKey = contextKey("depth", 0);

describe("Context", () => {
  afterEach(() => void vi.unstubAllGlobals());

  it("takes chance from elsewhere where it is told to, and keeps all else", () => {
    const context = new Context({ clock: new VirtualClock(), random: () => 0.5 });
    const other = context.withRandom(() => 0.25);
    expect([context.random(), other.random(), other.fork().random()]).toEqual([0.5, 0.25, 0.25]);
    expect([other.clock, other.callId]).toEqual([context.clock, context.callId]);
  });

  it("takes time and chance from the process unless it is told where from", () => {
    expect(new Context()).toMatchObject({ clock: systemClock, random: Math.random });
    const environment = { clock: new VirtualClock(), random: () => 0.5 };
    expect(new Context(environment)).toMatchObject(environment);
  });

  it("has no end and all patience unless told otherwise", () => {
    expect(new Context()).toMatchObject({ deadline: Infinity, startBy: Infinity });
    expect(new Context()).toMatchObject({ aborted: false, reason: undefined });
    expect(new Context().patienceMs()).toBe(Infinity);
    expect(() => new Context().throwIfAborted()).not.toThrow();
  });

  it("aborts with its signal, for its reason", () => {
    const controller = new AbortController();
    const context = new Context({ signal: controller.signal });
    expect([context.aborted, context.reason]).toEqual([false, undefined]);
    controller.abort("stop");
    expect([context.aborted, context.reason]).toEqual([true, "stop"]);
    expect(() => context.throwIfAborted()).toThrow("stop");
  });

  it("is aborted by nothing at its deadline, which is its caller's to keep", () => {
    const clock = new VirtualClock();
    const context = new Context({ clock, deadline: 10 });
    clock.advance(20);
    expect(context.aborted).toBe(false);
  });

  it("tells a hook the reason once, or at once if it comes late", () => {
    const controller = new AbortController();
    const context = new Context({ signal: controller.signal });
    const told: unknown[] = [];
    context.onAbort((reason) => told.push(reason));
    controller.abort("stop");
    context.onAbort((reason) => told.push(reason));
    expect(told).toEqual(["stop", "stop"]);
  });

  it("forgets a hook that is disposed", () => {
    const { signal } = new AbortController();
    new Context({ signal }).onAbort(() => expect.unreachable())[Symbol.dispose]();
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("hands on one signal, which can abort only if the call can", () => {
    const context = new Context();
    expect(context.signal).toBe(context.signal);
    expect(context.signal.aborted).toBe(false);
    const scope = context.scope();
    const { signal } = scope.context;
    scope.abort("stop");
    expect(signal.reason).toBe("stop");
    expect(context.signal.aborted).toBe(false);
  });

  it("builds no signal until it is asked for one", async () => {
    const { signal } = new AbortController();
    vi.stubGlobal("AbortController", undefined);
    const clock = new VirtualClock();
    const context = new Context({ clock, signal });
    await clock.run(context.withTimeout(50, (context) => context.sleep(10)));
    expect(() => context.scope().context.signal).toThrow(TypeError);
  });

  it("tells calls apart, and knows its own in whatever is derived from it", async () => {
    const call = new Context();
    const derived = [
      new Context(call),
      call.with(depthKey, 1),
      call.withStartBy(1),
      call.withStartBy(1).started(),
      call.scope().context,
      call.detach(),
      await call.withTimeout(1, async (context) => context),
    ];
    expect(derived.map(({ callId }) => callId)).toEqual(derived.map(() => call.callId));
    expect(new Set([call, new Context(), call.fork(), call.fork()].map((c) => c.callId)).size).toBe(
      4,
    );
  });

  it("forks into a call that is the same but for its id", () => {
    const controller = new AbortController();
    const clock = new VirtualClock();
    const ends = { signal: controller.signal, deadline: 9, startBy: 3 };
    const fork = new Context({ clock, ...ends }).with(depthKey, 1).fork();
    expect(fork).toMatchObject({ clock, deadline: 9, startBy: 3 });
    expect(fork.get(depthKey)).toBe(1);
    controller.abort("stop");
    expect(fork.reason).toBe("stop");
  });

  it("answers with the value that was set last on the way to it, and never changes", () => {
    const keys = Array.from({ length: 4 }, (_, n) => contextKey<unknown>("same name", n));
    const writes = fc.array(fc.record({ onto: fc.nat(), key: fc.nat(3), value: fc.anything() }));
    fc.assert(
      fc.property(writes, (writes) => {
        const contexts = [{ context: new Context(), model: new Map<unknown, unknown>() }];
        for (const { onto, key, value } of writes) {
          const from = contexts[onto % contexts.length];
          const set = keys[key];
          if (!from || !set) continue;
          const context = from.context.with(set, value);
          contexts.push({ context, model: new Map(from.model).set(set, value) });
        }
        for (const { context, model } of contexts) {
          const expected = keys.map((key) => (model.has(key) ? model.get(key) : key.initial));
          expect(keys.map((key) => context.get(key))).toEqual(expected);
        }
      }),
    );
  });

  it("only ever shrinks its deadline and its startBy, however it is derived", async () => {
    const instant = fc.oneof(
      fc.double({ min: 0, max: 1e6 }),
      fc.constantFrom(Infinity, Number.NaN),
    );
    const derivation = fc.record({ how: fc.constantFrom(...derivations.keys()), instant });
    await fc.assert(
      fc.asyncProperty(fc.array(derivation, { size: "max", maxLength: 20 }), async (steps) => {
        const clock = new VirtualClock();
        clock.advance(100);
        let context = new Context({ clock });
        for (const { how, instant } of steps) {
          const { deadline, startBy } = context;
          context = (await derivations.get(how)?.(context, instant)) ?? context;
          expect(context.deadline).toBeLessThanOrEqual(deadline);
          expect(context.startBy).toBeLessThanOrEqual(startBy);
        }
      }),
    );
  });

  it("has the earliest of the deadlines and of the startBys it was given", async () => {
    const instants = fc.array(fc.nat(100), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(instants, async (instants) => {
        let context = new Context({ clock: new VirtualClock() });
        for (const instant of instants) {
          context = context.withStartBy(instant);
          context = await context.withTimeout(instant, async (context) => context);
        }
        expect(context.startBy).toBe(Math.min(...instants));
        expect(context.deadline).toBe(Math.min(...instants));
      }),
    );
  });

  it("may wait again once it has started, until its deadline", () => {
    const context = new Context({ clock: new VirtualClock(), startBy: 0, deadline: 5 }).started();
    expect(context).toMatchObject({ startBy: Infinity, deadline: 5 });
    expect(context.patienceMs()).toBe(5);
  });

  it("is as patient as the earlier of startBy and deadline lets it, never less than not at all", () => {
    const instant = fc.oneof(fc.nat(100), fc.constant(Infinity));
    fc.assert(
      fc.property(fc.nat(100), instant, instant, (now, startBy, deadline) => {
        const clock = new VirtualClock();
        clock.advance(now);
        const patience = new Context({ clock, startBy, deadline }).patienceMs();
        expect(patience).toBe(Math.max(0, Math.min(startBy, deadline) - now));
      }),
    );
  });

  it("detaches from all that ends a call, and keeps its values", () => {
    const environment = { clock: new VirtualClock(), random: () => 0.5 };
    const ends = { signal: AbortSignal.abort(), deadline: 1, startBy: 1 };
    const context = new Context({ ...environment, ...ends }).with(depthKey, 1).detach();
    expect(context).toMatchObject({ ...environment, deadline: Infinity, startBy: Infinity });
    expect(context.aborted).toBe(false);
    expect(context.signal.aborted).toBe(false);
    expect(context.get(depthKey)).toBe(1);
  });
});

/** Ways to make a context of another one, with an instant where they take one. */
const derivations = new Map<
  string,
  (context: Context, instant: number) => Context | Promise<Context>
>([
  ["new", (context) => new Context(context)],
  ["with", (context, instant) => context.with(depthKey, instant)],
  ["withStartBy", (context, instant) => context.withStartBy(instant)],
  ["fork", (context) => context.fork()],
  ["scope", (context) => context.scope().context],
  [
    "withTimeout",
    (context, instant) => context.withTimeout(instant || 0, async (context) => context),
  ],
]);
