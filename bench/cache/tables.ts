import { table } from "../markdown-table.ts";
import { type CacheCost, ACTS } from "./measure.ts";
import type { CacheReport } from "./report.ts";
import { cacheTargets } from "./targets.ts";

/** A report as Markdown. */
export function tables({ node, machine, costs }: CacheReport): string {
  const scales = [...new Set(costs.map(scaleOf))];
  return [
    `### Node ${node.slice(1)}, ${machine}, cache`,
    "Microseconds a call, and of the processor.",
    ...scales.flatMap((scale) => [
      `${scale}:`,
      tableOf(costs.filter((cost) => scaleOf(cost) === scale)),
    ]),
    "What must be reached, with 100,000 entries of 10 kB.",
    table(
      ["", "at most", "is", ""],
      cacheTargets(costs).map(({ what, limit, found, verdict }) => [what, limit, found, verdict]),
    ),
  ].join("\n\n");
}

function scaleOf({ bytes, entries }: CacheCost): string {
  const size = bytes < 1_000_000 ? `${bytes / 1000} kB` : `${bytes / 1_000_000} MB`;
  return `${entries.toLocaleString("en")} entries of ${size}`;
}

function tableOf(costs: readonly CacheCost[]): string {
  const subjects = [...new Set(costs.map(({ subject }) => subject))];
  const lines = subjects.map((subject) => {
    const cells = ACTS.map((act) => {
      const cost = costs.find((cost) => cost.subject === subject && cost.act === act);
      return cost ? cell(cost) : "–";
    });
    return [subject].concat(cells);
  });
  return table(["", ...ACTS], lines);
}

function cell({ cpuMicroseconds, microseconds }: CacheCost): string {
  if (microseconds === undefined || cpuMicroseconds === undefined) return "missing";
  return `${shown(microseconds)} / ${shown(cpuMicroseconds)}`;
}

function shown(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0);
}
