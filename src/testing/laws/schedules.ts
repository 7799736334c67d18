import type { Arbitrary } from "fast-check";

import type {
  AbortCommand,
  AdvanceCommand,
  AnswerCommand,
  CallCommand,
  Command,
} from "./command.ts";
import type { FastCheck } from "./fast-check.ts";
import { outcomes } from "./outcomes.ts";

/** What calls ask for. Few, so that calls meet. */
export const REQUESTS: readonly string[] = ["a", "b", "c"];

/** How long a schedule is at most. Short ones leave limits untouched, long ones take their time. */
const LONGEST = 24;

/**
 * Draws what the callers of a layer, its inner service and time do, in which order.
 *
 * A schedule begins with a call. Its commands hold no reference to a run: which call or leaf call
 * one means is found when it is played, so that what is left when some are taken out is a schedule too.
 */
export function schedules(fc: FastCheck): Arbitrary<readonly Command[]> {
  const command = fc.oneof(
    { weight: 5, arbitrary: calls(fc) },
    { weight: 4, arbitrary: answers(fc) },
    { weight: 2, arbitrary: aborts(fc) },
    { weight: 2, arbitrary: advances(fc) },
  );
  const rest = fc.array<Command>(command, { maxLength: LONGEST, size: "max" });
  return fc.tuple(calls(fc), rest).map(([first, rest]) => [first, ...rest]);
}

function calls(fc: FastCheck): Arbitrary<CallCommand> {
  return fc.record({
    kind: fc.constant("call"),
    request: fc.constantFrom("a", ...REQUESTS),
    startWithinMs: fc.constantFrom(...[Infinity, Infinity, Infinity, Infinity, 0, 0, 5, 40]),
    timeoutMs: fc.constantFrom(...[Infinity, Infinity, Infinity, Infinity, Infinity, 20, 3]),
    signal: often(fc, 3),
    aborted: often(fc, 1, 11),
    ignores: often(fc, 1),
    answer: fc.option(outcomes(fc), { freq: 2, nil: undefined }),
    quick: often(fc, 1, 3),
  });
}

function answers(fc: FastCheck): Arbitrary<AnswerCommand> {
  return fc.record({
    kind: fc.constant("answer"),
    open: fc.nat(7),
    outcome: outcomes(fc),
    quick: often(fc, 1, 3),
  });
}

function aborts(fc: FastCheck): Arbitrary<AbortCommand> {
  return fc.record({ kind: fc.constant("abort"), back: fc.nat(7), quick: often(fc, 1, 3) });
}

function advances(fc: FastCheck): Arbitrary<AdvanceCommand> {
  const ms = fc.constantFrom(1, 2, 5, 10, 50, 200, 1_000, 60_000);
  return fc.record({ kind: fc.constant("advance"), ms });
}

/** True in `yes` of `yes + no` cases; shrinks to false. */
function often(fc: FastCheck, yes: number, no = 1): Arbitrary<boolean> {
  return fc.nat(yes + no - 1).map((n) => n >= no);
}
