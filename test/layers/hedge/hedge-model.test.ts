import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { OverloadedError } from "../../../src/layers/concurrency-limit.ts";
import { hedge, hedgeKey } from "../../../src/layers/hedge/hedge.ts";
import { SupersededError } from "../../../src/layers/hedge/superseded-error.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import type { Context } from "../../../src/service/context.ts";
import { layer } from "../../../src/service/layer.ts";
import { type Outcome, settle, unwrap } from "../../../src/service/outcome.ts";
import { fail, succeed } from "../../../src/testing/script.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";

/** What happens to a call. No two things happen in the same instant. */
interface Story {
  readonly delayMs: number;
  readonly limit: number;
  /** Calls that the budget grants beside the first. */
  readonly granted: number;
  /** How long the first waits before it starts. */
  readonly waitMs: number;
  /** The end of each call, by its number: an error, a success, or a refusal of one beside the first. */
  readonly ends: readonly { readonly ms: number; readonly how: "fails" | "succeeds" | "refused" }[];
  readonly abortMs: number;
}

/** What is to be seen of it. */
interface Seen {
  readonly outcome: Outcome<number>;
  readonly at: number;
  /** Calls that were made, those that were refused too. */
  readonly made: number;
}

const hows = fc.constantFrom<Story["ends"][number]["how"]>("fails", "succeeds", "refused");
const firstHows = fc.constantFrom<"fails" | "succeeds">("fails", "succeeds");

const stories: fc.Arbitrary<Story> = fc.record({
  delayMs: fc.integer({ min: 1, max: 8 }),
  limit: fc.nat(4),
  granted: fc.nat(5),
  waitMs: fc.nat(10),
  ends: fc.tuple(end(0), end(1), end(2), end(3), end(4)),
  abortMs: fc.option(
    fc.nat(40).map((ms) => ms + 1 / 32),
    { nil: Infinity },
  ),
});

function end(n: number): fc.Arbitrary<Story["ends"][number]> {
  return fc.record({
    ms: fc.nat(20).map((ms) => ms + (n + 1) / 16),
    how: n === 0 ? firstHows : hows,
  });
}

describe("hedge", () => {
  it("does what a model does that goes through a call instant by instant", async () => {
    await fc.assert(
      fc.asyncProperty(stories, async (story) => {
        const { seen } = await play(story);
        expect(seen).toEqual(model(story));
      }),
      { numRuns: 200 },
    );
  });

  it("makes no more calls than its limit and its budget allow", async () => {
    await fc.assert(
      fc.asyncProperty(stories, async (story) => {
        const { seen } = await play(story);
        expect(seen.made - 1).toBeLessThanOrEqual(Math.min(story.limit, story.granted));
      }),
    );
  });

  it("aborts all that still runs, and leaves no timer behind", async () => {
    await fc.assert(
      fc.asyncProperty(stories, async (story) => {
        const { seen, running, pending } = await play(story);
        const isAborted = !seen.outcome.ok && seen.outcome.error === "stop";
        const reason = isAborted ? "stop" : new SupersededError();
        for (const context of running) expect(context.reason).toEqual(reason);
        expect(pending).toBe(0);
      }),
    );
  });
});

interface Played {
  readonly seen: Seen;
  /** Calls that ran when the outcome was there. */
  readonly running: readonly Context[];
  /** Timers after that. */
  readonly pending: number;
}

async function play(story: Story): Promise<Played> {
  const { delayMs, limit, ends, waitMs } = story;
  const clock = new VirtualClock();
  const running = new Set<Context>();
  let made = 0;
  let granted = story.granted;
  const budget = { deposit: () => {}, withdraw: () => granted-- > 0 };
  const admission = layer<string, number>("admission", (inner) => async (request, context) => {
    made++;
    const n = context.get(hedgeKey);
    if (ends[n]?.how === "refused" && context.patienceMs() === 0) throw new OverloadedError(1, 0);
    if (n === 0 && waitMs > 0) await context.sleep(waitMs);
    return inner.call(request, context);
  });
  const stack = ServiceBuilder.for<string, number>()
    .layer(hedge({ delayMs, limit, budget }))
    .layer(admission)
    .service(
      async (_, context) => {
        running.add(context);
        const n = context.get(hedgeKey);
        const { ms = 0, how } = ends[n] ?? {};
        await new Promise<void>((resolve) => {
          const timer = clock.timer(resolve, ms);
          context.onAbort(() => timer[Symbol.dispose]()); // and then it never ends
        });
        running.delete(context);
        return unwrap(how === "succeeds" ? succeed(n) : fail(`call ${n} failed`));
      },
      { clock },
    );
  const controller = new AbortController();
  const abort = clock.timer(() => controller.abort("stop"), story.abortMs);
  const outcome = await clock.run(settle(stack.call("/", { signal: controller.signal })));
  abort[Symbol.dispose]();
  return {
    seen: { outcome, at: clock.now(), made },
    running: [...running],
    pending: clock.pending,
  };
}

/** Goes from one thing that may happen to the next. */
function model(story: Story): Seen {
  const running = new Set<number>();
  let made = 0;
  for (const { at, what, n } of happenings(story)) {
    const { how } = story.ends[n] ?? {};
    if (what === "abort") return { outcome: fail("stop"), at, made };
    if (what === "start") {
      made++;
      if (how !== "refused") running.add(n);
    } else if (running.delete(n)) {
      if (how === "succeeds") return { outcome: succeed(n), at, made };
      if (running.size === 0) return { outcome: fail("call 0 failed"), at, made };
    }
  }
  throw new Error("A call has no end");
}

interface Happening {
  readonly at: number;
  readonly what: "start" | "end" | "abort";
  readonly n: number;
}

/** Starts and ends of all calls that may be made, in their order, and the abort. */
function happenings({ delayMs, limit, granted, waitMs, ends, abortMs }: Story): Happening[] {
  const calls = ends.slice(0, 1 + Math.min(limit, granted)).flatMap(({ ms }, n): Happening[] => {
    const start = waitMs + n * delayMs;
    return [
      { at: n === 0 ? 0 : start, what: "start", n },
      { at: start + ms, what: "end", n },
    ];
  });
  const abort: Happening = { at: abortMs, what: "abort", n: 0 };
  return [...calls, abort].toSorted((one, other) => one.at - other.at);
}
