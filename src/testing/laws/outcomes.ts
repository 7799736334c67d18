import type { Arbitrary } from "fast-check";

import { NotNowError, RejectedError } from "../../service/errors.ts";
import type { Outcome } from "../../service/outcome.ts";
import type { FastCheck } from "../fast-check.ts";

type Ending = (n: number) => Outcome<string>;

const succeeds: Ending = (n) => ({ ok: true, value: `response ${n}` });
const fails: Ending = (n) => ({ ok: false, error: new Error(`failure ${n}`) });
const isBusy: Ending = (n) => ({ ok: false, error: new NotNowError(`refusal ${n}`) });
const refuses: Ending = (n) => ({ ok: false, error: new RejectedError(`final refusal ${n}`) });

/** From the plainest on, each as often as it is named. */
const endings = [succeeds, succeeds, succeeds, succeeds, fails, fails, fails, isBusy, refuses];

/**
 * Draws how a call of an inner service ends: a response, a failure, a `NotNowError`, a `RejectedError`.
 *
 * Each error is an object of its own, so that one can tell which of them came through.
 *
 * @example
 * ```ts
 * fc.assert(fc.asyncProperty(fc.array(outcomes(fc)), async (ends) => {
 *   const stack = ServiceBuilder.for<string, string>().layer(mine()).service(script(ends));
 *   …
 * }));
 * ```
 */
export function outcomes(fc: FastCheck): Arbitrary<Outcome<string>> {
  const ending = fc.nat(endings.length - 1).map((n) => endings[n] ?? succeeds);
  return fc.tuple(ending, fc.noBias(fc.nat(9999))).map(([end, n]) => end(n));
}
