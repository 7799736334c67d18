import type { Arbitrary, default as FastCheck } from "fast-check";

import type { CacheEntry } from "../../layers/cache/cache-store.ts";
import { cacheEntries, storeKeys } from "./store-entries.ts";

/** What is asked of a store. */
export type StoreStep = { readonly key: string } & (
  | { readonly act: "get" }
  | { readonly act: "put"; readonly entry: CacheEntry }
  | { readonly act: "delete" }
);

/** Steps in rounds: those of one are begun at once, the next when all have ended. An empty one is a restart. */
export type StoreSchedule = readonly (readonly StoreStep[])[];

/** Draws schedules over a few keys. Half of the rounds have one step, so that their order is known. */
export function storeSchedules(fc: typeof FastCheck): Arbitrary<StoreSchedule> {
  const act = <Act extends string>(act: Act): Arbitrary<Act> => fc.constant(act);
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ act: act("put"), entry: cacheEntries(fc) }) },
    { weight: 2, arbitrary: fc.record({ act: act("get") }) },
    { weight: 1, arbitrary: fc.record({ act: act("delete") }) },
  );
  const keyed = fc.tuple(fc.nat(MOST_KEYS - 1), step);
  const rounds = fc.array(
    fc.oneof(fc.array(keyed, { maxLength: 1 }), fc.array(keyed, { maxLength: 6, size: "max" })),
    { maxLength: 8, size: "max" },
  );
  return fc
    .tuple(storeKeys(fc), rounds)
    .map(([keys, rounds]) =>
      rounds.map((round) =>
        round.map(([n, step]) => ({ key: keys[n % keys.length] ?? "", ...step })),
      ),
    );
}

/** The most keys of a case. */
const MOST_KEYS = 3;

/** A schedule in lines for a reader. Where nothing restarts, empty rounds are nothing. */
export function storeLines(schedule: StoreSchedule, restarts: boolean): readonly string[] {
  return schedule
    .filter((round) => restarts || round.length > 0)
    .map((round) => {
      const line = round.map(lineOf).join("; ");
      return round.length > 1 ? `at once: ${line}` : line || "reopen";
    });
}

function lineOf(step: StoreStep): string {
  const key = step.key.length > 60 ? `${step.key.slice(0, 60)}… (${step.key.length})` : step.key;
  if (step.act !== "put") return `${step.act} ${JSON.stringify(key)}`;
  const { body, ...head } = step.entry;
  return `put ${JSON.stringify(key)} ${JSON.stringify(head)} and ${body.length} bytes`;
}
