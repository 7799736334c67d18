import type { Arbitrary } from "fast-check";

import type { FastCheck } from "../fast-check.ts";
import type {
  AbortCommand,
  AdvanceCommand,
  AnswerCommand,
  BurstCommand,
  CallCommand,
  Command,
} from "./command.ts";
import { outcomes } from "./outcomes.ts";

/** What calls ask for. Few, so that calls meet. */
export const REQUESTS: readonly string[] = ["a", "b", "c"];

/** How many commands follow the first call, at most. */
const LONGEST = 30;

/**
 * Draws what the callers of a layer, its inner service and time do, in which order.
 *
 * A schedule begins with a call. Which call a command means is found when it is played, so that what
 * is left when others are taken out is a schedule too.
 * All lengths are as likely: left to itself, fast-check would play with one call or two.
 */
export function schedules(fc: FastCheck): Arbitrary<readonly Command[]> {
  return schedulesOf(fc, []);
}

/** The same for a layer with room for so many calls, which some of the schedules fill. */
export function crowdedSchedules(
  fc: FastCheck,
  room: Pick<BurstCommand, "request" | "count">,
): Arbitrary<readonly Command[]> {
  return schedulesOf(fc, [[1, bursts(fc, room)]]);
}

type Choice<T> = readonly [weight: number, arbitrary: Arbitrary<T>];

function schedulesOf(
  fc: FastCheck,
  others: readonly Choice<Command>[],
): Arbitrary<readonly Command[]> {
  const command = weighted<Command>(fc, [
    [5, calls(fc)],
    [4, answers(fc)],
    [2, aborts(fc)],
    [2, advances(fc)],
    ...others,
  ]);
  const rest = fc.array(command, { maxLength: LONGEST, size: "max" });
  return fc.noBias(fc.tuple(calls(fc), rest).map(([first, rest]) => rest.toSpliced(0, 0, first)));
}

function calls(fc: FastCheck): Arbitrary<Command> {
  return fc.record<CallCommand>({
    kind: fc.constant("call"),
    request: weighted(fc, [
      [2, fc.constant("a")],
      [1, fc.constantFrom(...REQUESTS)],
    ]),
    startWithinMs: weighted(fc, [
      [2, fc.constant(Infinity)],
      [1, fc.constantFrom(0, 5, 40)],
    ]),
    timeoutMs: weighted(fc, [
      [3, fc.constant(Infinity)],
      [1, fc.constantFrom(20, 3)],
    ]),
    signal: oneIn(fc, 5),
    aborted: oneIn(fc, 12),
    ignores: oneIn(fc, 2),
    answer: weighted(fc, [
      [4, fc.constant(undefined)],
      [1, outcomes(fc)],
    ]),
    quick: oneIn(fc, 4),
  });
}

function bursts(fc: FastCheck, room: Pick<BurstCommand, "request" | "count">): Arbitrary<Command> {
  return fc.record<BurstCommand>({
    kind: fc.constant("burst"),
    request: fc.constant(room.request),
    count: fc.constant(room.count),
    quick: oneIn(fc, 4),
  });
}

function answers(fc: FastCheck): Arbitrary<Command> {
  return fc.record<AnswerCommand>({
    kind: fc.constant("answer"),
    open: fc.nat(7),
    outcome: outcomes(fc),
    quick: oneIn(fc, 4),
  });
}

function aborts(fc: FastCheck): Arbitrary<Command> {
  return fc.record<AbortCommand>({
    kind: fc.constant("abort"),
    back: fc.nat(7),
    quick: oneIn(fc, 4),
  });
}

function advances(fc: FastCheck): Arbitrary<Command> {
  return fc.record<AdvanceCommand>({
    kind: fc.constant("advance"),
    ms: fc.constantFrom(1, 2, 5, 10, 50, 200, 1_000, 60_000),
  });
}

/** Draws from each as often as it weighs; shrinks to the first. */
function weighted<T>(fc: FastCheck, choices: readonly Choice<T>[]): Arbitrary<T> {
  return fc.oneof(
    { withCrossShrink: true },
    ...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })),
  );
}

/** True in one of `n` cases; shrinks to false. */
function oneIn(fc: FastCheck, n: number): Arbitrary<boolean> {
  return fc.nat(n - 1).map((drawn) => drawn === n - 1);
}
