import { ServiceError } from "../../service/errors.ts";
import type { Outcome } from "../../service/outcome.ts";
import { describeOutcome } from "./story.ts";
import type { World } from "./world.ts";

/** What became of the calls of a world, but for some by number: two that did the same read the same. */
export function outcomeLog(
  { calls, leaf }: World,
  without: ReadonlySet<number> = new Set(),
): readonly string[] {
  const ends = calls
    .filter(({ number }) => !without.has(number))
    .map(
      (call) =>
        `${call.name} ${call.settled ? `${ending(call.settled.outcome)} at ${call.settled.at} ms` : "never settles"}`,
    );
  const reached = leaf.calls
    .filter(({ turnedAway }) => !turnedAway)
    .map(
      ({ call, request, begun }) =>
        `the leaf is asked ${JSON.stringify(request)} for ${call?.name ?? "nobody"} at ${begun.at} ms`,
    );
  return [...ends, ...reached];
}

/** Says where the second log differs from the first, if it does. */
export function difference(
  first: readonly string[],
  second: readonly string[],
): string | undefined {
  const at = Array.from({ length: Math.max(first.length, second.length) }).findIndex(
    (_, n) => first[n] !== second[n],
  );
  return at === -1
    ? undefined
    : `${second[at] ?? "nothing"}, instead of: ${first[at] ?? "nothing"}`;
}

/** What an error of the layer says may hang on calls that were left out. */
function ending(outcome: Outcome<string>): string {
  if (outcome.ok || !(outcome.error instanceof ServiceError)) return describeOutcome(outcome);
  return `fails with ${outcome.error.name}`;
}
