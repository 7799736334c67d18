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

  bug("startBy honoured", "lets wait who must not", brokenLimit({ lateMs: Infinity }), {
    queues: true,
  }),
  bug("startBy honoured", "refuses too late", brokenLimit({ lateMs: 3 }), { queues: true }),

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
