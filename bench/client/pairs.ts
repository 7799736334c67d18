import type { Client } from "./client.ts";
import { BY_HAND, INTERCEPTED, LEAF, POLICIES, REQUEST, STACK, subjects } from "./subjects.ts";

/** What it costs to stack something on a client: what, and on which. */
export const towers: readonly (readonly [subject: string, beside: string])[] = [
  [STACK, LEAF],
  [POLICIES, LEAF],
  [INTERCEPTED, REQUEST],
];

/** Who is measured right beside whom. */
const besides: readonly (readonly [subject: string, beside: string])[] = [
  ...Object.keys(subjects)
    .filter((subject) => subject !== BY_HAND)
    .map((subject) => [subject, BY_HAND] as const),
  ...towers,
];

/** Two clients that are measured next to each other, again and again. */
export class Pair {
  readonly subject: string;
  readonly beside: string;
  /** Requests a CPU second of the one, in those of the other, each time. */
  readonly rates: number[] = [];
  readonly #one: Client;
  readonly #other: Client;

  constructor(one: Client, other: Client) {
    this.subject = one.subject;
    this.beside = other.subject;
    this.#one = one;
    this.#other = other;
  }

  /** Neither is always the first. */
  async measure(): Promise<void> {
    const [one, other] = [this.#one, this.#other];
    const costs = new Map([one, other].map((client) => [client, 0]));
    for (const client of [one, other, other, one]) {
      costs.set(client, (costs.get(client) ?? 0) + (await client.measure()));
    }
    this.rates.push((costs.get(other) ?? Number.NaN) / (costs.get(one) ?? Number.NaN));
  }
}

/** Of those that are there. */
export function pairsOf(clients: readonly Client[]): readonly Pair[] {
  const found = new Map(clients.map((client) => [client.subject, client]));
  return besides.flatMap(([subject, beside]) => {
    const [one, other] = [found.get(subject), found.get(beside)];
    return one && other ? [new Pair(one, other)] : [];
  });
}
