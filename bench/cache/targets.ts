import { atMost, figure, type Verdict } from "../verdict.ts";
import type { Act, CacheCost } from "./measure.ts";

/** What a cost must not exceed. */
export interface Target {
  readonly what: string;
  readonly limit: string;
  readonly found: string;
  readonly verdict: Verdict;
}

/** Says of each target whether the costs of a run meet it, in time of the processor. */
export function cacheTargets(costs: readonly CacheCost[]): readonly Target[] {
  const of = (subject: string, act: Act): number => {
    const found = costs.find(
      (cost) =>
        cost.subject === subject &&
        cost.act === act &&
        cost.entries === 100_000 &&
        cost.bytes === 10_000,
    );
    return found?.cpuMicroseconds ?? Number.NaN;
  };
  const [ours, bare] = ["pagoda DiskCache", "bare files"];
  return [
    target("hit, in bare reads", of(ours, "hit") / of(bare, "hit"), 1.3, "×"),
    target("put, in bare writes with a rename", of(ours, "put") / of(bare, "put"), 1.1, "×"),
    target("miss", of(ours, "miss"), 2, "µs"),
  ];
}

function target(what: string, found: number, limit: number, unit: string): Target {
  return {
    what,
    limit: `${limit} ${unit}`,
    found: figure(found, 2, ` ${unit}`),
    verdict: atMost(found, limit),
  };
}
