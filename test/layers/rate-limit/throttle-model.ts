import { getEventListeners } from "node:events";

import fc from "fast-check";

import type { DomainPace } from "../../../src/layers/rate-limit/domain-pace.ts";
import type { PerDomainThrottle } from "../../../src/layers/rate-limit/per-domain-throttle.ts";
import { RateLimitedError } from "../../../src/layers/rate-limit/rate-limited-error.ts";
import type { Clock } from "../../../src/service/clock.ts";
import { Context } from "../../../src/service/context.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";

/** Something that happens to a throttle, so long after the step before. */
export type Step = { readonly afterMs: number } & (
  | { readonly act: "come"; readonly patienceMs: number }
  | { readonly act: "abort"; readonly which: number }
  | { readonly act: "answer"; readonly which: number; readonly status: number | undefined }
  | { readonly act: "hold"; readonly ms: number }
  | { readonly act: "crawl-delay"; readonly ms: number }
);

const afterMs = fc.oneof(fc.constant(0), fc.nat(300));
const which = fc.nat(100);
const come: fc.Arbitrary<Step> = fc.record({
  act: fc.constant("come"),
  afterMs,
  patienceMs: fc.oneof(fc.constant(Infinity), fc.constant(0), fc.nat(900)).map((ms) => ms + 0.3), // no ties
});
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: come },
    fc.record({ act: fc.constant("abort"), afterMs, which }),
    {
      weight: 5,
      arbitrary: fc.record({
        act: fc.constant("answer"),
        afterMs,
        which,
        status: fc.constantFrom(200, 200, 200, 304, 404, 429, 500, 503, undefined),
      }),
    },
    fc.record({ act: fc.constant("hold"), afterMs, ms: fc.nat(2000) }),
    fc.record({ act: fc.constant("crawl-delay"), afterMs, ms: fc.nat(400) }),
  ),
  { minLength: 10, maxLength: 40, size: "max" },
);

/** What became of each call, in the order they came, and which of them started, in that order. */
export interface Log {
  readonly ends: readonly string[];
  readonly started: readonly number[];
}

/** What must come of the steps, told by a list, a clock that jumps and a pace. */
export function expected(pace: DomainPace, steps: readonly Step[]): Log {
  const ends: string[] = [];
  const started: number[] = [];
  const startedAt: number[] = [];
  let waiting: { readonly n: number; readonly startBy: number }[] = [];
  let now = 0;

  const nextTurn = (): number => Math.max(now, pace.turn) + waiting.length * pace.delayMs;
  const leave = (n: number, end: string): void => {
    waiting = waiting.filter((call) => call.n !== n);
    ends[n] = end === "refused" ? `refused at ${now} until ${nextTurn()}` : `${end} at ${now}`;
  };
  const start = (n: number): void => {
    pace.start(now);
    leave(n, "started");
    started.push(n);
    startedAt.push(now);
  };
  const advance = (until: number): void => {
    for (;;) {
      const [first] = waiting;
      const turn = Math.max(now, pace.turn);
      const hasty = waiting.toSorted((a, b) => a.startBy - b.startBy)[0];
      if (first && turn <= until && turn < (hasty?.startBy ?? Infinity)) {
        now = turn;
        start(first.n);
      } else if (hasty && hasty.startBy <= until) {
        now = hasty.startBy;
        leave(hasty.n, "refused");
      } else break;
    }
    now = Math.max(now, Math.min(until, 1e9));
  };
  let calls = 0;
  const take = {
    come: (patienceMs: number): void => {
      const n = calls++;
      if (waiting.length === 0 && pace.turn <= now) start(n);
      else if (nextTurn() > now + patienceMs) leave(n, "refused");
      else waiting.push({ n, startBy: now + patienceMs });
    },
    answer: (which: number, status: number | undefined, retryAfterMs?: number): void => {
      const at = startedAt.splice(which % startedAt.length, 1)[0];
      if (at !== undefined) pace.record({ status, retryAfterMs, latencyMs: now - at }, now);
    },
  };
  for (const step of steps) {
    advance(now + step.afterMs);
    if (step.act === "come") take.come(step.patienceMs);
    if (step.act === "abort") {
      const call = waiting[step.which % waiting.length];
      if (call) leave(call.n, "aborted");
    }
    if (step.act === "answer") take.answer(step.which, step.status);
    if (step.act === "hold") take.answer(0, 200, step.ms);
    if (step.act === "crawl-delay") pace.setCrawlDelay(step.ms);
    advance(now);
  }
  advance(1e9);
  return { ends, started };
}

/** What comes of the steps, observed at every instant at which a timer is due. */
export async function play(
  throttle: PerDomainThrottle,
  steps: readonly Step[],
): Promise<{ log: Log; residue: number }> {
  const virtual = new VirtualClock();
  const due: number[] = [];
  const clock: Clock = {
    now: () => virtual.now(),
    wallMs: () => virtual.wallMs(),
    timer: (fn, ms) => {
      due.push(virtual.now() + ms);
      return virtual.timer(fn, ms);
    },
  };
  const ends: string[] = [];
  const started: number[] = [];
  const startedAt: number[] = [];
  const controllers: AbortController[] = [];
  let residue = 0;
  const waiting = (): number[] => controllers.map((_, n) => n).filter((n) => ends[n] === undefined);

  const advance = async (until: number): Promise<void> => {
    for (;;) {
      const next = Math.min(until, ...due);
      due.splice(0, Infinity, ...due.filter((instant) => instant > next));
      if (next < Infinity) virtual.advance(Math.max(0, next - virtual.now()));
      for (let n = 0; n < 6; n++) await Promise.resolve();
      if (next === until) break;
    }
  };
  const come = (patienceMs: number): void => {
    const controller = new AbortController();
    const n = controllers.push(controller) - 1;
    const startBy = virtual.now() + patienceMs;
    const context = new Context({ clock, startBy, signal: controller.signal });
    throttle.acquire("a.test", context).then(
      () => {
        ends[n] = `started at ${virtual.now()}`;
        started.push(n);
        return startedAt.push(virtual.now());
      },
      (error: unknown) => {
        const refused = error instanceof RateLimitedError;
        const end = refused ? "refused" : "aborted";
        ends[n] = `${end} at ${virtual.now()}${refused ? ` until ${error.retryAt}` : ""}`;
      },
    );
  };
  const answer = (which: number, status: number | undefined, retryAfterMs?: number): void => {
    const at = startedAt.splice(which % startedAt.length, 1)[0];
    if (at === undefined) return;
    const response = { status, retryAfterMs, latencyMs: virtual.now() - at };
    throttle.recordResponse("a.test", response, new Context({ clock }));
  };
  for (const step of steps) {
    await advance(virtual.now() + step.afterMs);
    if (step.act === "come") come(step.patienceMs);
    if (step.act === "abort") {
      const calls = waiting();
      controllers[calls[step.which % calls.length] ?? Infinity]?.abort("stop");
    }
    if (step.act === "answer") answer(step.which, step.status);
    if (step.act === "hold") answer(0, 200, step.ms);
    if (step.act === "crawl-delay") throttle.setCrawlDelay("a.test", step.ms);
    await advance(virtual.now());
    if (waiting().length === 0) residue += virtual.pending;
  }
  await advance(Infinity);
  const hooks = controllers.flatMap(({ signal }) => getEventListeners(signal, "abort"));
  return { log: { ends, started }, residue: residue + virtual.pending + hooks.length };
}
