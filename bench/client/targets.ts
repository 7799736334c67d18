import type { ClientRow } from "./report.ts";
import { BY_HAND, LEAF, STACK } from "./subjects.ts";

/** What must be reached: requests a CPU second, in those of another row. */
export interface ClientTarget {
  readonly subject: string;
  readonly beside: string;
  readonly atLeast: number;
}

export const clientTargets: readonly ClientTarget[] = [
  { subject: LEAF, beside: BY_HAND, atLeast: 0.85 },
  { subject: STACK, beside: LEAF, atLeast: 0.8 },
];

/** Requests a CPU second of one row, in those of another; undefined where one of them is missing. */
export function ratio(
  rows: readonly ClientRow[],
  subject: string,
  beside: string,
): number | undefined {
  const cost = (name: string): number | undefined =>
    rows.find(({ subject }) => subject === name)?.microseconds;
  const [own, other] = [cost(subject), cost(beside)];
  return own === undefined || other === undefined ? undefined : other / own;
}
