import { Context } from "../../../../src/service/context.ts";
import { RejectedError } from "../../../../src/service/errors.ts";
import { settle } from "../../../../src/service/outcome.ts";
import { untyped } from "../../../support/untyped.ts";
import { bug, HidingError, type PlantedBug } from "./planted-bug.ts";

/** Bugs in how a call, its context and its outcome are passed on. */
export const bugsOfPassing: readonly PlantedBug[] = [
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
  bug("no synchronous throw", "throws in a hook for an abort", (inner) => (request, context) => {
    const call = inner.call(request, context);
    const hook = context.onAbort(() => {
      throw new Error("nobody catches this");
    });
    const done = (): void => hook[Symbol.dispose]();
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
    "rejects with nothing",
    (inner) => (request, context) =>
      inner.call(request, context).catch((error: unknown) => {
        if (context.aborted) throw error;
        return Promise.reject(undefined);
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
];
