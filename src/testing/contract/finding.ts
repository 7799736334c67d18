/** What a check has found broken, apart from what it is called. */
export interface Finding {
  /** What was seen of it. */
  readonly seen: string;
  /** What was done, one step a line, shrunk to what it takes. */
  readonly schedule: readonly string[];
  /** Options of the check that do the same again. */
  readonly replay: { readonly seed: number; readonly path: string };
}

/** A finding for a reader: a head, what was done, and how `check` finds it again. */
export function findingText(
  head: readonly string[],
  { schedule, replay }: Finding,
  check: string,
): string {
  return [
    ...head,
    "What was done:",
    ...schedule.map((line) => `  ${line}`),
    `To replay: ${check}(factory, { seed: ${replay.seed}, path: "${replay.path}" })`,
  ].join("\n");
}
