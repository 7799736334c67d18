import { inTurns, medianCost } from "../in-turns.ts";
import { machine } from "../machine.ts";
import type { WayCost } from "./measure.ts";
import type { Part } from "./part.ts";
import { parts } from "./parts.ts";

/** What one way to do a part costs with one kind of input, in the median. */
export interface PageCost {
  readonly part: string;
  readonly way: string;
  readonly kind: string;
  readonly nanoseconds: number;
  /** Whether the same comes out as with pagoda. */
  readonly isSame: boolean;
}

/** All that was measured in one run. */
export interface PageReport {
  readonly node: string;
  readonly machine: string;
  readonly costs: readonly PageCost[];
}

/** Measures everything beside each other, so many times. */
export function makeReport(rounds: number): PageReport {
  const costs = parts.flatMap((part) => costsOf(part, rounds));
  return { node: process.version, machine, costs };
}

function costsOf({ name, ways, kinds }: Part, rounds: number): readonly PageCost[] {
  const turns = { script: "page-parts.js", subjects: ways, words: [name], rounds };
  const costs = inTurns<WayCost>(turns);
  const digest = (way: string, kind: string): string | undefined =>
    costs.get(way)?.[0]?.[kind]?.digest;
  return ways.flatMap((way) =>
    kinds.map((kind) => ({
      part: name,
      way,
      kind,
      nanoseconds: medianCost(
        costs.get(way) ?? [],
        (cost) => cost[kind]?.nanoseconds ?? Number.NaN,
      ),
      isSame: digest(way, kind) === digest("pagoda", kind),
    })),
  );
}
