import { table } from "../markdown-table.ts";
import type { Cost } from "./measure.ts";
import type { Report } from "./report.ts";
import { eachLayer, targets } from "./targets.ts";

const HEIGHTS = [0, 1, 5, 10];

/** A report as Markdown. */
export function tables({ node, machine, costs, residue }: Report): string {
  const bytes = Math.max(0, residue.bytes).toFixed(1);
  return [
    `### Node ${node.slice(1)}, ${machine}`,
    "A call through 0, 1, 5 and 10 layers that pass it on: nanoseconds / bytes / microtask hops.",
    towers(costs, "pass"),
    "The same through layers that react to its outcome.",
    towers(costs, "react"),
    "What the layers do that most clients want.",
    table(
      ["", "", "ns", "bytes", "hops"],
      costs.filter(({ layers, does }) => layers === undefined || does === "leaf").map(line),
    ),
    "What must be reached.",
    table(
      ["", "at most", "is", ""],
      targets(costs).map(({ what, limit, found, verdict }) => [what, limit, found, verdict]),
    ),
    `One AbortSignal over 100,000 calls, 100 at once: ${bytes} bytes kept a call, ` +
      `${residue.listeners} listeners left, ${residue.warnings} warnings.`,
  ].join("\n\n");
}

function towers(costs: readonly Cost[], does: string): string {
  const rows = costs.filter((cost) => cost.does === does);
  const libraries = [...new Set(rows.map(({ library }) => library))];
  const lines = libraries.map((library) => {
    const cells = HEIGHTS.map((layers) => {
      const cost = rows.find((cost) => cost.library === library && cost.layers === layers);
      return cost ? line(cost).slice(2).join(" / ") : "";
    });
    cells.push(`${eachLayer(costs, library, does).toFixed(0)} ns`);
    return [library].concat(cells);
  });
  return table(["", ...HEIGHTS.map(String), "each"], lines);
}

function line({ library, does, nanoseconds, bytes, hops }: Cost): string[] {
  return [library, does, nanoseconds.toFixed(0), bytes.toFixed(0), hops?.toFixed(0) ?? "–"];
}
