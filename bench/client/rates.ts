import { type Spread, spreadOf } from "../spread.ts";
import type { Client } from "./client.ts";
import { BY_HAND, INTERCEPTED, LEAF, POLICIES, REQUEST, STACK, subjects } from "./subjects.ts";

/** Requests a CPU second of one subject, in those of another in the same rounds. */
export interface ClientRate {
  readonly subject: string;
  readonly beside: string;
  readonly rate: Spread;
}

/** What it costs to stack something on a client: what, and on which. */
export const towers: readonly (readonly [subject: string, beside: string])[] = [
  [STACK, LEAF],
  [POLICIES, LEAF],
  [INTERCEPTED, REQUEST],
];

/** Who is compared the most closely, and so is measured right after each other. */
const close: readonly (readonly string[])[] = [
  [BY_HAND, LEAF, STACK, POLICIES],
  [REQUEST, INTERCEPTED],
];

/** The groups that they make. */
export function groupsOf(clients: readonly Client[]): readonly (readonly Client[])[] {
  const groups = close.map((names) => clients.filter(({ subject }) => names.includes(subject)));
  const others = clients.filter((client) => !groups.some((group) => group.includes(client)));
  return [...groups, ...others.map((client) => [client])];
}

/** Each beside the dispatch by hand, and each tower beside what it stands on; but for who is missing. */
export function ratesOf(clients: readonly Client[]): readonly ClientRate[] {
  const besideHand = Object.keys(subjects).map((subject) => [subject, BY_HAND] as const);
  return [...besideHand, ...towers].flatMap(([subject, beside]) => {
    const [own = [], other = []] = [subject, beside].map(
      (name) => clients.find(({ subject }) => subject === name)?.microseconds,
    );
    const rate = spreadOf(own.map((cost, round) => (other[round] ?? Number.NaN) / cost));
    return rate ? [{ subject, beside, rate }] : [];
  });
}
