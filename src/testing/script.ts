import { requireArray, show } from "../service/options.ts";
import { type Outcome, unwrap } from "../service/outcome.ts";
import { type Service, service } from "../service/service.ts";

/**
 * A leaf that plays back outcomes in order, and remembers the requests it was given.
 *
 * A call past the last outcome rejects.
 *
 * @example
 * ```ts
 * const leaf = script<string, string>([fail(), succeed("page")]);
 * const stack = ServiceBuilder.for<string, string>().layer(retry()).service(leaf);
 * ```
 */
export function script<Req, Res>(
  outcomes: readonly Outcome<Res>[],
): Service<Req, Res> & { readonly seen: readonly Req[] } {
  requireArray("outcomes", outcomes);
  for (const outcome of outcomes) requireOutcome(outcome);
  const seen: Req[] = [];
  const leaf = service<Req, Res>(async (request) => {
    seen.push(request);
    const outcome = outcomes[seen.length - 1];
    if (outcome === undefined) throw new Error(`Script has no outcome for call ${seen.length}`);
    return unwrap(outcome);
  });
  return { ...leaf, seen };
}

function requireOutcome(outcome: Partial<Outcome<unknown>> | null): void {
  if (typeof outcome?.ok === "boolean") return;
  throw new TypeError(`Expected "outcomes" to be made by succeed and fail: got ${show(outcome)}`);
}

/** An outcome of {@link script}: the call resolves with `value`. */
export function succeed<Res>(value: Res): Outcome<Res> {
  return { ok: true, value };
}

/** An outcome of {@link script}: the call rejects with `error`. */
export function fail(error: unknown = new Error("down")): Outcome<never> {
  return { ok: false, error };
}
