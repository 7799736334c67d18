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
