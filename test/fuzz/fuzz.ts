import { converse } from "./conversation.ts";

/** What is to be played. */
export interface FuzzOptions {
  readonly seed: number;
  /** Exchanges; a conversation that has begun is played to its end. */
  readonly runs: number;
  /** The conversation to begin with. @defaultValue the first */
  readonly from?: number;
  /** Told after every conversation how many exchanges there were. @defaultValue nobody */
  readonly progress?: (exchanges: number) => void;
}

/** What came of it. */
export interface FuzzReport {
  readonly exchanges: number;
  /** How many exchanges ended in which way. */
  readonly codes: ReadonlyMap<string, number>;
  /** What was wrong, by the number of the conversation. */
  readonly faults: ReadonlyMap<number, string>;
}

/** Plays conversations, several at a time, until there were enough exchanges. */
export async function fuzz({ seed, runs, from = 0, progress }: FuzzOptions): Promise<FuzzReport> {
  const codes = new Map<string, number>();
  const faults = new Map<number, string>();
  let exchanges = 0;
  let next = from;
  const lane = async (): Promise<void> => {
    while (exchanges < runs) {
      const n = next++;
      const told = await converse(seed, n);
      exchanges += told.codes.length;
      for (const code of told.codes) codes.set(code, (codes.get(code) ?? 0) + 1);
      if (told.fault !== undefined) faults.set(n, told.fault);
      progress?.(exchanges);
    }
  };
  await Promise.all(Array.from({ length: Math.min(runs, LANES) }, lane));
  return { exchanges, codes, faults };
}

const LANES = 16;
