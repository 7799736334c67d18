import type { Case, Problem } from "./case.ts";

/** How a case ended. */
export interface Result {
  readonly the: Case;
  readonly problem: Problem;
  /** Why it was not played. */
  readonly skipped?: string | undefined;
  /** Why it is expected to fail. */
  readonly policy?: string | undefined;
}

/** Whether nothing came out other than expected. */
export function isClean(results: readonly Result[]): boolean {
  return results.every((result) => ["passed", "skipped", "expected"].includes(outcomeOf(result)));
}

/** The results as lines: numbers for each kind, and a reason for everything that did not pass. */
export function reportLines(results: readonly Result[]): readonly string[] {
  const kinds = grouped(results, ({ the }) => the.kind);
  return [
    row("", "passed", "expected to fail", "failed", "skipped"),
    ...[...kinds].map(([kind, results]) => numbers(kind, results)),
    numbers("all", results),
    ...section("Skipped", countedReasons(results)),
    ...section(
      "Expected to fail",
      lines(results, "expected", ({ policy }) => policy),
    ),
    ...section(
      "Expected to fail, but passed",
      lines(results, "unexpected", ({ policy }) => policy),
    ),
    ...section(
      "Failed",
      lines(results, "failed", ({ problem }) => problem),
    ),
  ];
}

type Outcome = "passed" | "expected" | "unexpected" | "failed" | "skipped";

function outcomeOf({ problem, skipped, policy }: Result): Outcome {
  if (skipped !== undefined) return "skipped";
  if (problem === undefined) return policy === undefined ? "passed" : "unexpected";
  return policy === undefined ? "failed" : "expected";
}

function numbers(kind: string, results: readonly Result[]): string {
  const count = (...outcomes: readonly Outcome[]): string =>
    `${results.filter((result) => outcomes.includes(outcomeOf(result))).length}`;
  return row(
    kind,
    count("passed"),
    count("expected"),
    count("failed", "unexpected"),
    count("skipped"),
  );
}

function row(kind: string, ...numbers: readonly string[]): string {
  return kind.padEnd(26) + numbers.map((number) => number.padStart(18)).join("");
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", `${title}:`, ...lines];
}

function countedReasons(results: readonly Result[]): readonly string[] {
  const skipped = results.filter((result) => outcomeOf(result) === "skipped");
  const groups = grouped(skipped, ({ the, skipped }) => `${the.kind}: ${skipped}`);
  return [...groups].map(([reason, { length }]) => `  ${reason} (${length})`);
}

function lines(
  results: readonly Result[],
  outcome: Outcome,
  reason: (result: Result) => string | undefined,
): readonly string[] {
  return results
    .filter((result) => outcomeOf(result) === outcome)
    .map((result) => `  ${result.the.kind} ${result.the.id}: ${reason(result)}`);
}

function grouped(
  results: readonly Result[],
  keyOf: (result: Result) => string,
): ReadonlyMap<string, readonly Result[]> {
  const groups = new Map<string, Result[]>();
  for (const result of results) {
    const key = keyOf(result);
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return groups;
}
