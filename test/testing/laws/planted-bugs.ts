import { Context } from "../../../src/service/context.ts";
import { NotNowError, RejectedError, ServiceError } from "../../../src/service/errors.ts";
import type { Layer } from "../../../src/service/layer.ts";
import { settle, unwrap } from "../../../src/service/outcome.ts";
import type { Handler, Service } from "../../../src/service/service.ts";
import type { LayerTraits } from "../../../src/service/traits.ts";
import { untyped } from "../../support/untyped.ts";
import { brokenLimit } from "./broken-limit.ts";

type Inner = Service<string, string>;
type TextHandler = Handler<string, string>;

/** A layer with one bug. */
export interface PlantedBug {
  readonly does: string;
  /** The law that it breaks. */
  readonly law: string;
  readonly layer: () => Layer<string, string>;
  readonly traits: LayerTraits;
}

/** Bugs that people make, at least one for each law. */
export const plantedBugs: readonly PlantedBug[] = [
  bug("no synchronous throw", "throws where it should reject", (inner) => (request, context) => {
    if (context.aborted) throw new Error("too late");
    return inner.call(request, context);
  }),
  bug("no synchronous throw", "returns no promise", () => () => untyped("at once")),
  bug("no synchronous throw", "throws in a timer", (inner) => (request, context) => {
    const call = inner.call(request, context);
    const timer = context.clock.timer(() => {
      throw new Error("nobody catches this");
    }, 5);
    const done = (): void => timer[Symbol.dispose]();
    call.then(done, done);
    return call;
  }),

  bug(
    "context travels",
    "makes a context of its own",
    (inner) =>
      (request, { clock }) =>
        inner.call(request, new Context({ clock })),
  ),
  bug(
    "context travels",
    "forgets the deadline",
    (inner) => (request, context) =>
      inner.call(request, context.deadline < Infinity ? context.detach() : context),
  ),
  bug(
    "context travels",
    "is more patient than its caller",
    (inner) => (request, context) => inner.call(request, context.started()),
  ),
  bug(
    "context travels",
    "takes another clock",
    (inner) => (request, context) => inner.call(request, new Context({ signal: context.signal })),
  ),

  bug("no double call", "calls twice where once failed", (inner) => async (request, context) => {
    const first = await settle(inner.call(request, context));
    context.throwIfAborted();
    return first.ok ? first.value : inner.call(request, context.started());
  }),
  bug(
    "no double call",
    "calls at once what it should call in turn",
    (inner) => (request, context) =>
      Promise.any([inner.call(request, context), inner.call(request, context)]),
    { multiplicity: 2, maps: true },
  ),

  bug(
    "transparency",
    "answers nothing where the call failed",
    (inner) => (request, context) => inner.call(request, context).catch(untyped),
  ),
  bug(
    "transparency",
    "answers a constant where the call failed",
    (inner) => (request, context) => inner.call(request, context).catch(() => "sorry"),
  ),
  bug(
    "transparency",
    "changes the request",
    (inner) => (request, context) => inner.call(request.toUpperCase(), context),
  ),
  bug("transparency", "answers with the response to another", (inner) => {
    let last: string | undefined;
    return async (request, context) => {
      const response = await inner.call(request, context);
      const answer = last ?? response;
      last = response;
      return answer;
    };
  }),

  bug(
    "error transparency",
    "wraps the error",
    (inner) => (request, context) =>
      inner.call(request, context).catch((cause: unknown) => {
        throw new Error("call failed", { cause });
      }),
  ),
  bug(
    "error transparency",
    "hides the error in one of ours",
    (inner) => (request, context) =>
      inner.call(request, context).catch((cause: unknown) => {
        if (context.aborted) throw cause;
        throw new HidingError("call failed", { cause });
      }),
  ),
  bug(
    "error transparency",
    "refuses what it has sent",
    (inner) => (request, context) =>
      inner.call(request, context).catch((cause: unknown) => {
        if (context.aborted) throw cause;
        throw new RejectedError("refused", { cause });
      }),
  ),

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
      new Promise((resolve, reject) => {
        const hook = context.onAbort(reject);
        inner.call(request, context).then(
          (response) => {
            hook[Symbol.dispose]();
            resolve(response);
          },
          () => {},
        );
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
      void call.then(() => {});
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

class HidingError extends ServiceError {
  override readonly name = "HidingError";
  readonly code = "hiding";
}

/** The layer is a plain function, without the guard of `layer` that would mend some of the bugs. */
function bug(
  law: string,
  does: string,
  wrap: (inner: Inner) => TextHandler,
  traits: LayerTraits = {},
): PlantedBug {
  return { law, does, traits, layer: () => (inner) => ({ call: wrap(inner) }) };
}
