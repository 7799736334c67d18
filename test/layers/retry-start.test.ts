import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { concurrencyLimit } from "../../src/layers/concurrency-limit.ts";
import { rateLimit } from "../../src/layers/rate-limit/rate-limit.ts";
import { readyTimeout } from "../../src/layers/ready-timeout.ts";
import type { RetryBudget } from "../../src/layers/retry-budget.ts";
import { retry, type RetryOptions } from "../../src/layers/retry.ts";
import { timeout } from "../../src/layers/timeout.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { Context } from "../../src/service/context.ts";
import { TimeoutError } from "../../src/service/errors.ts";
import { type Layer, layer } from "../../src/service/layer.ts";
import { settle } from "../../src/service/outcome.ts";
import { service } from "../../src/service/service.ts";
import { startListener } from "../../src/service/start-listener.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";

describe("retry before the start", () => {
  it("holds to startBy what has timed out in a queue, however often", async () => {
    const { clock, call } = behindAnother({ limit: 50, backoff: () => 0 });
    const outcome = await clock.run(settle(call(new Context({ clock, startBy: 30 }))));
    expect(outcome).toMatchObject({ error: { code: "timeout" } });
    expect(clock.now()).toBe(30);
  });

  it("does not begin a wait that would end after startBy, and gives the outcome back at once", async () => {
    const { clock, call } = behindAnother({ limit: 50, backoff: () => 11 });
    const outcome = await clock.run(settle(call(new Context({ clock, startBy: 30 }))));
    expect(outcome).toMatchObject({ error: { code: "timeout" } });
    expect(clock.now()).toBe(20);
  });

  it("begins one that ends at startBy", async () => {
    const { clock, call } = behindAnother({ limit: 1, backoff: () => 10 }, 25);
    const outcome = await clock.run(settle(call(new Context({ clock, startBy: 30 }))));
    expect(outcome).toMatchObject({ ok: true });
    expect(clock.now()).toBe(30);
  });

  it("holds to startBy what a layer has failed on the way to the leaf", async () => {
    const clock = new VirtualClock();
    const patience: number[] = [];
    const stack = texts
      .layer(retry({ limit: 3, backoff: () => 10 }))
      .layer(
        layer<string, string>("sign", () => async (_, context) => {
          patience.push(context.startBy);
          throw new Error("no key yet");
        }),
      )
      .service(async () => "page", { clock });
    const call = stack.call("/", { startWithinMs: 25 });
    await expect(clock.run(call)).rejects.toThrow("no key yet");
    expect(patience).toEqual([25, 25, 25]);
    expect(clock.now()).toBe(20);
  });

  it("over a service that tells of no start, holds all attempts to startBy", async () => {
    const clock = new VirtualClock();
    const patience: number[] = [];
    const silent = service<string, string>(async (_, context) => {
      patience.push(context.startBy);
      throw new Error("down");
    });
    const retrying = retry<string, string>({ limit: 5, backoff: () => 10 })(silent);
    const call = retrying.call("/", new Context({ clock, startBy: 15 }));
    await expect(clock.run(call)).rejects.toThrow("down");
    expect(patience).toEqual([15, 15]);
  });

  it("counts a call for its budget once it was sent, and not while it timed out in a queue", async () => {
    const booked: string[] = [];
    const budget: RetryBudget<string> = {
      deposit: (request) => void booked.push(`call ${request}`),
      withdraw: (request) => booked.push(`repeat ${request}`) > 0,
    };
    const { clock, call } = behindAnother({ limit: 9, backoff: () => 0, budget }, 50);
    expect(await clock.run(call(new Context({ clock })))).toBe("page");
    expect(booked).toEqual(["repeat 0", "repeat 0", "call 0"]);
  });

  it("counts what a service that tells of no start has answered, and not its timeouts", async () => {
    const clock = new VirtualClock();
    const booked: string[] = [];
    const budget: RetryBudget<string> = {
      deposit: (request) => void booked.push(request),
      withdraw: () => true,
    };
    const silent = service<string, string>(async (request) => {
      throw request === "/slow" ? new TimeoutError(5) : new Error("down");
    });
    const retrying = retry({ limit: 1, budget })(silent);
    await clock.run(settle(retrying.call("/slow", new Context({ clock }))));
    await clock.run(settle(retrying.call("/down", new Context({ clock }))));
    expect(booked).toEqual(["/down"]);
  });

  it("tells the caller of each start as well", async () => {
    const clock = new VirtualClock();
    const starts: number[] = [];
    const { call } = behindAnother({ limit: 9, backoff: () => 0 }, 50, clock);
    const context = new Context({ clock, startBy: 60 }).with(startListener, () =>
      starts.push(clock.now()),
    );
    expect(await clock.run(call(context))).toBe("page");
    expect(starts).toEqual([50]);
  });

  it("never leaves a call waiting to start after its startBy, in whatever stack", async () => {
    await fc.assert(
      fc.asyncProperty(stacks, calls, async (layers, calls) => {
        const clock = new VirtualClock();
        const stack = layers
          .reduce((builder, make) => builder.layer(make()), texts)
          .service(leaf, { clock, orderWarnings: false });
        const waiting = new Set<number>();
        const late: number[] = [];
        const made = calls.map(async ({ comesAt, startWithinMs, leafMs }, n) => {
          await new Promise<void>((resolve) => clock.timer(resolve, comesAt));
          const startBy = clock.now() + startWithinMs;
          waiting.add(n);
          clock.timer(() => void (waiting.has(n) && late.push(n)), startWithinMs + 0.5);
          const context = new Context({ clock, startBy }).with(startListener, () =>
            waiting.delete(n),
          );
          await settle(stack.call(String(leafMs), context));
          waiting.delete(n);
        });
        await clock.run(Promise.all(made));
        clock.advance(1000);
        expect(late).toEqual([]);
      }),
    );
  });
});

const texts = ServiceBuilder.for<string, string>();

/** Takes as long as it is asked to, whoever aborts it, and fails where that is an odd time. */
async function leaf(request: string, { clock }: Context): Promise<string> {
  await new Promise<void>((resolve) => clock.timer(resolve, Number(request)));
  if (Number(request) % 2 === 1) throw new Error("down");
  return "page";
}

/** A call that stands behind another, which takes the only place for so long. */
function behindAnother(
  options: RetryOptions<string, string>,
  holdMs = 1000,
  clock: VirtualClock = new VirtualClock(),
) {
  const limit = concurrencyLimit<string, string>({ limit: 1 });
  const shared = texts.layer(limit).service(leaf, { clock });
  const stack = texts.layer(retry(options)).layer(timeout(20)).service(shared, { clock });
  void shared.call(String(holdMs)).catch(() => {});
  return { clock, call: (context: Context): Promise<string> => stack.call("0", context) };
}

type Texts = Layer<string, string>;

const waits = fc.integer({ min: 1, max: 40 });

const retries = fc.record({ limit: fc.nat(5), waitMs: fc.nat(10) }).map(
  ({ limit, waitMs }) =>
    (): Texts =>
      retry({ limit, backoff: () => waitMs }),
);
const timeouts = waits.map((ms) => (): Texts => timeout(ms));
const limits = fc.oneof(
  fc
    .record({ limit: fc.integer({ min: 1, max: 2 }), queue: fc.constantFrom(1, Infinity) })
    .map((options) => (): Texts => concurrencyLimit(options)),
  waits.map((intervalMs) => (): Texts => rateLimit({ limit: 1, intervalMs })),
);
const any = fc.oneof(
  retries,
  timeouts,
  limits,
  waits.map((ms) => (): Texts => readyTimeout(ms)),
);

/** Any layers, and most often a retry of what may time out in a queue. */
const stacks: fc.Arbitrary<readonly (() => Texts)[]> = fc.oneof(
  fc.array(any, { maxLength: 5 }),
  fc
    .tuple(fc.array(any, { maxLength: 2 }), retries, timeouts, limits)
    .map(([above, ...below]) => above.concat(below)),
);

const calls = fc.array(
  fc.record({ comesAt: fc.nat(60), startWithinMs: fc.nat(60), leafMs: fc.nat(60) }),
  { minLength: 1, maxLength: 8 },
);
