import type { Cost } from "./measure.ts";
import { TRACED, UNTRACED } from "./subjects/tracing.ts";

/** What a cost must not exceed. */
export interface Target {
  readonly what: string;
  readonly limit: string;
  readonly found: string;
  readonly met: boolean;
}

const USUAL = "timeout + retry + concurrency + rate";

/** Says of each target whether the costs of a run meet it. */
export function targets(costs: readonly Cost[]): readonly Target[] {
  const [leaf, then] = [cost(costs, "Node", "leaf"), cost(costs, "Node", "then(done, done)")];
  const reaction = (then.nanoseconds - leaf.nanoseconds) / (then.layers ?? 1);
  const usual = cost(costs, "pagoda", USUAL);
  const [bare, traced] = [cost(costs, "pagoda", UNTRACED), cost(costs, "pagoda", TRACED)];
  const tracing = traced.nanoseconds - bare.nanoseconds;
  return [
    atMost(`\`${USUAL}\`, a call`, usual.nanoseconds, 1500, "ns"),
    atMost(`\`${USUAL}\`, a call`, usual.bytes, 2500, "bytes"),
    atMost("`timeout`, a call", cost(costs, "pagoda", "timeout").nanoseconds, 1000, "ns"),
    atMost("tracing of a call and its attempt, no SDK", tracing, 150, "ns"),
    atMost("a layer that passes", eachLayer(costs, "pagoda", "pass"), 10, "ns"),
    atMost(
      "a layer that reacts, in bare `then(done, done)`",
      eachLayer(costs, "pagoda", "react") / reaction,
      1.3,
      "×",
    ),
  ];
}

/** What one layer more costs, in nanoseconds. */
export function eachLayer(costs: readonly Cost[], library: string, does: string): number {
  const towers = costs.filter((cost) => cost.library === library && cost.does === does);
  const [low, high] = [1, 10].map((height) => towers.find(({ layers }) => layers === height));
  return low && high ? (high.nanoseconds - low.nanoseconds) / 9 : Number.NaN;
}

function cost(costs: readonly Cost[], library: string, does: string): Cost {
  const found = costs.find((cost) => cost.library === library && cost.does === does);
  if (found) return found;
  throw new Error(`Nothing was measured of ${library}: ${does}`);
}

function atMost(what: string, found: number, limit: number, unit: string): Target {
  const digits = unit === "×" ? 2 : 0;
  return {
    what,
    limit: `${limit} ${unit}`,
    found: `${found.toFixed(digits)} ${unit}`,
    met: found <= limit,
  };
}
