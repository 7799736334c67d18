import { medianOf } from "../spread.ts";
import { atMost, figure, type Verdict } from "../verdict.ts";
import type { Cost } from "./measure.ts";
import { TRACED, UNTRACED } from "./subjects/tracing.ts";

/** What a cost must not exceed. */
export interface Target {
  readonly what: string;
  readonly limit: string;
  readonly found: string;
  readonly verdict: Verdict;
}

const USUAL = "timeout + retry + concurrency + rate";

/** Says of each target whether the costs of a run meet it. */
export function targets(costs: readonly Cost[]): readonly Target[] {
  const usual = cost(costs, "pagoda", USUAL);
  const tracing = differences(cost(costs, "pagoda", TRACED), cost(costs, "pagoda", UNTRACED));
  return [
    target(`\`${USUAL}\`, a call`, usual.nanoseconds, 1500, "ns"),
    target(`\`${USUAL}\`, a call`, usual.bytes, 2500, "bytes"),
    target("`timeout`, a call", cost(costs, "pagoda", "timeout").nanoseconds, 1000, "ns"),
    target("tracing of a call and its attempt, no SDK", medianOf(tracing), 150, "ns"),
    target("a layer that passes", eachLayer(costs, "pagoda", "pass"), 10, "ns"),
    target("a layer that reacts, in bare `then(done, done)`", inReactions(costs), 1.3, "×"),
  ];
}

/** What one layer more costs, in nanoseconds; NaN where there are no towers. */
export function eachLayer(costs: readonly Cost[], library: string, does: string): number {
  return medianOf(eachLayerByRound(costs, library, does));
}

/** A layer of pagoda that reacts, in what Node needs for a reaction in the same round. */
function inReactions(costs: readonly Cost[]): number {
  const [leaf, then] = [cost(costs, "Node", "leaf"), cost(costs, "Node", "then(done, done)")];
  const reactions = differences(then, leaf).map((all) => all / (then.layers ?? 1));
  const layers = eachLayerByRound(costs, "pagoda", "react");
  return medianOf(layers.map((layer, round) => layer / (reactions[round] ?? Number.NaN)));
}

function eachLayerByRound(
  costs: readonly Cost[],
  library: string,
  does: string,
): readonly number[] {
  const towers = costs.filter((cost) => cost.library === library && cost.does === does);
  const [low, high] = [1, 10].map((height) => towers.find(({ layers }) => layers === height));
  return low && high ? differences(high, low).map((nine) => nine / 9) : [];
}

/** Of each round. */
function differences(one: Cost, other: Cost): readonly number[] {
  return one.rounds.map((nanoseconds, round) => nanoseconds - (other.rounds[round] ?? Number.NaN));
}

function cost(costs: readonly Cost[], library: string, does: string): Cost {
  const found = costs.find((cost) => cost.library === library && cost.does === does);
  if (found) return found;
  throw new Error(`Nothing was measured of ${library}: ${does}`);
}

function target(what: string, found: number, limit: number, unit: string): Target {
  return {
    what,
    limit: `${limit} ${unit}`,
    found: figure(found, found < 100 ? 2 : 0, ` ${unit}`),
    verdict: atMost(found, limit),
  };
}
