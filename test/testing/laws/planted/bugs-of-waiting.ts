import { NotNowError } from "../../../../src/service/errors.ts";
import { settle, unwrap } from "../../../../src/service/outcome.ts";
import { brokenLimit } from "./broken-limit.ts";
import { bug, HidingError, type PlantedBug } from "./planted-bug.ts";

/** Bugs in how calls wait, end and leave. */
export const bugsOfWaiting: readonly PlantedBug[] = [
  bug(
    "cancellation",
    "sleeps on although the call is aborted",
    (inner) => async (request, context) => {
      const response = await inner.call(request, context);
      await new Promise<void>((resolve) => void context.clock.timer(resolve, 5));
      return response;
    },
  ),
  bug("cancellation", "keeps the abort from the leaf", (inner) => (request, context) => {
    const limited = Math.min(context.deadline, context.startBy) < Infinity;
    return inner.call(request, limited ? context : context.detach());
  }),
  bug(
    "cancellation",
    "begins again although the call is aborted",
    (inner) => async (request, context) => {
      const first = await settle(inner.call(request, context));
      if (first.ok || context.deadline < Infinity) return unwrap(first);
      return inner.call(request, context.detach());
    },
    { multiplicity: 2 },
  ),
  bug(
    "cancellation",
    "rejects with an error of its own",
    (inner) => (request, context) =>
      inner.call(request, context).catch((error: unknown) => {
        throw context.aborted ? new HidingError("aborted") : error;
      }),
  ),
  bug(
    "cancellation",
    "goes on behind the back of a caller who has gone",
    (inner) => (request, context) =>
      new Promise((resolve, reject) => {
        const hook = context.onAbort(reject);
        const attempt = async (): Promise<void> => {
          const outcome = await settle(inner.call(request, context));
          if (!outcome.ok) await settle(inner.call(request, context.started()));
          hook[Symbol.dispose]();
          resolve(unwrap(outcome));
        };
        attempt().catch(reject);
      }),
    { multiplicity: 2 },
  ),

  bug(
    "cancellation",
    "answers by itself what was aborted, as it maps",
    (inner) => (request, context) => inner.call(request, context).catch(() => "sorry"),
    { maps: true },
  ),
  bug(
    "cancellation",
    "maps why a call was aborted",
    (inner) => (request, context) =>
      inner.call(request, context).catch((cause: unknown) => {
        throw new Error("failed", { cause });
      }),
    { maps: true },
  ),

  bug("no orphans", "leaves a slow call to itself", (inner) => (request, context) => {
    return new Promise((resolve, reject) => {
      const timer = context.clock.timer(() => end(() => reject(new HidingError("slow"))), 15);
      const end = (settle: () => void): void => {
        timer[Symbol.dispose]();
        hook?.[Symbol.dispose]();
        settle();
      };
      const hook = context.aborted
        ? undefined
        : context.onAbort((reason) => end(() => reject(reason)));
      inner.call(request, context).then(
        (response) => end(() => resolve(response)),
        (error: unknown) => end(() => reject(error)),
      );
    });
  }),
  bug(
    "no orphans",
    "leaves the loser of a race to itself",
    (inner) => (request, context) =>
      Promise.any([inner.call(request, context), inner.call(request, context)]).catch(
        ({ errors: [error] }: AggregateError) => Promise.reject(error),
      ),
    { multiplicity: 2, parallel: true },
  ),

  bug("startBy honoured", "lets wait who must not", brokenLimit({ lateMs: Infinity }), {
    queues: true,
  }),
  bug("startBy honoured", "refuses too late", brokenLimit({ lateMs: 3 }), { queues: true }),

  bug("startBy honoured", "refuses a hair too late", brokenLimit({ lateMs: 1 })),
  bug("startBy honoured", "starts a hair too late", (inner) => {
    let next = 0;
    return async (request, context) => {
      const now = context.clock.now();
      const waitMs = Math.max(0, next - now);
      if (waitMs > context.patienceMs() + 5) throw new NotNowError("busy", { retryAt: next });
      next = Math.max(now, next) + 10;
      if (waitMs > 0) await context.sleep(waitMs);
      return inner.call(request, context);
    };
  }),

  bug(
    "first come, first served",
    "serves the latest first, and has not declared that it queues",
    brokenLimit({ limit: 1, next: "last" }),
  ),
  bug("first come, first served", "serves the latest first", brokenLimit({ next: "last" }), {
    queues: true,
  }),
  bug(
    "first come, first served",
    "lets the hurried barge in",
    brokenLimit({ next: "the hurried first" }),
    { queues: true },
  ),

  bug("refusals reserve nothing", "takes a turn for what it refuses", (inner) => {
    let next = 0;
    return async (request, context) => {
      const at = Math.max(next, context.clock.now());
      next = at + 10;
      const waitMs = at - context.clock.now();
      if (waitMs > context.patienceMs()) throw new NotNowError("busy", { retryAt: at });
      if (waitMs > 0) await context.sleep(waitMs);
      return inner.call(request, context);
    };
  }),

  bug("refusals reserve nothing", "lets refusals cost a token", (inner) => {
    let tokens = 3;
    let at = 0;
    return async (request, context) => {
      context.throwIfAborted();
      const now = context.clock.now();
      tokens = Math.min(3, tokens + (now - at) / 50);
      at = now;
      if (--tokens < 0) throw new NotNowError("no token is left");
      return inner.call(request, context);
    };
  }),

  bug(
    "permits conserved",
    "keeps one place of many of who aborts in the queue",
    brokenLimit({ loses: "who aborts", limit: 20 }),
  ),
  bug(
    "permits conserved",
    "keeps one place of many for what it refuses",
    brokenLimit({ loses: "what is refused", limit: 20 }),
  ),
  bug(
    "permits conserved",
    "lets in two for one that leaves",
    brokenLimit({ limit: 1, next: "two at once" }),
  ),
  bug("permits conserved", "keeps the place of who aborts", brokenLimit({ loses: "who aborts" }), {
    queues: true,
  }),
  bug("permits conserved", "keeps the place of what fails", brokenLimit({ loses: "what fails" }), {
    queues: true,
  }),
  bug("permits conserved", "gives a place back twice", brokenLimit({ gains: true }), {
    queues: true,
  }),
  bug(
    "permits conserved",
    "keeps one place of very many",
    brokenLimit({ loses: "what fails", limit: 300 }),
    { queues: true },
  ),

  bug("no residue", "leaves a timer", (inner) => (request, context) => {
    context.clock.timer(() => {}, 30_000);
    return inner.call(request, context);
  }),
  bug("no residue", "leaves an abort hook", (inner) => (request, context) => {
    context.onAbort(() => {});
    return inner.call(request, context);
  }),
  bug(
    "no residue",
    "leaves a listener where the call fails",
    (inner) => async (request, context) => {
      const hook = context.onAbort(() => {});
      const response = await inner.call(request, context);
      hook[Symbol.dispose]();
      return response;
    },
  ),

  bug("liveness", "loses a wakeup", brokenLimit({ next: "the second after a failure" }), {
    queues: true,
  }),
  bug(
    "liveness",
    "never settles what fails",
    (inner) => (request, context) =>
      inner.call(request, context).catch((error: unknown) => {
        if (context.aborted) throw error;
        return new Promise((_, reject) => void context.onAbort(reject));
      }),
  ),
  bug("liveness", "polls without end", (inner) => async (request, context) => {
    const outcome = await settle(inner.call(request, context));
    while (!outcome.ok) await context.sleep(1);
    return outcome.value;
  }),

  bug(
    "no unhandled rejection",
    "lets a promise of its own reject",
    (inner) => (request, context) => {
      const call = inner.call(request, context);
      void call.then(Boolean);
      return call;
    },
  ),

  bug("stacking", "keeps its state for all stacks", (inner) => async (request, context) => {
    const response = await inner.call(request, context);
    if (++answeredByAll % 2 === 0) await context.sleep(1);
    return response;
  }),
];

let answeredByAll = 0;
