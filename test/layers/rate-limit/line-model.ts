import type { Rate } from "../../../src/layers/rate-limit/token-bucket.ts";
import { TurnModel } from "./turn-model.ts";

/** What becomes of a call that does not wait too long. */
export type Fate = "passes" | "is refused further in" | "aborts";

/** A call of its own instant. Half milliseconds keep what ends a wait apart from what begins one. */
export interface Coming {
  readonly afterMs: number;
  readonly key: "a" | "b";
  readonly patienceMs: number;
  readonly fate: Fate;
  readonly abortsAfterMs: number;
}

/** What must become of the calls, told by a list and a model for each key. */
export function expectedEnds(rate: Rate, comings: readonly Coming[]): readonly string[] {
  const ends: string[] = [];
  const lines = { a: new LineModel(rate, ends), b: new LineModel(rate, ends) };
  let now = 0;
  for (const [n, coming] of comings.entries()) {
    now += coming.afterMs;
    lines[coming.key].come(n, now, coming);
  }
  lines.a.advance(Infinity);
  lines.b.advance(Infinity);
  return ends;
}

class LineModel {
  readonly #turns: TurnModel;
  readonly #ends: string[];
  #waiting: { readonly n: number; readonly fate: Fate; readonly abortsAt: number }[] = [];

  constructor(rate: Rate, ends: string[]) {
    this.#turns = new TurnModel(rate);
    this.#ends = ends;
  }

  come(n: number, now: number, { patienceMs, fate, abortsAfterMs }: Coming): void {
    this.advance(now - 0.1); // whoever comes in an instant in which a turn does is first to be heard
    this.#turns.now = now;
    const abortsAt = fate === "aborts" ? now + abortsAfterMs : Infinity;
    const turn = this.#turns.turnBehind(this.#waiting.length);
    if (turn - now > patienceMs) this.#ends[n] = `refused at ${now} until ${turn}`;
    else this.#waiting.push({ n, fate, abortsAt });
    this.advance(now);
  }

  /** Lets pass what happens until then: the first starts, or one of them aborts. */
  advance(until: number): void {
    for (;;) {
      const [first] = this.#waiting;
      const hasty = this.#waiting.toSorted((a, b) => a.abortsAt - b.abortsAt)[0];
      if (!first || !hasty) return;
      const at = Math.min(this.#turns.turnBehind(0), hasty.abortsAt);
      if (at > until) return;
      this.#turns.now = at;
      const isAbort = at === hasty.abortsAt;
      const { n, fate } = isAbort ? hasty : first;
      this.#waiting = this.#waiting.filter((call) => call.n !== n);
      this.#ends[n] = isAbort ? `stop at ${at}` : `starts at ${at}`;
      if (!isAbort && fate !== "is refused further in") this.#turns.take();
    }
  }
}
