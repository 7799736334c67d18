import { table } from "../markdown-table.ts";
import { atLeast, atMost, figure, type Verdict } from "../verdict.ts";
import type { Part } from "./part.ts";
import { parts } from "./parts.ts";
import type { PageCost, PageReport } from "./report.ts";

/** A report as Markdown. */
export function tables({ node, machine, costs }: PageReport): string {
  return [
    `### Node ${node.slice(1)}, ${machine}, a page`,
    ...parts.flatMap((part) => [titleOf(part), tableOf(part, costs)]),
    "What must be reached, with the same links and keys.",
    table(["", "limit", "is", ""], targets(costs)),
  ].join("\n\n");
}

function titleOf({ name, unit }: Part): string {
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  return `${title}, ${unit === "ns" ? "nanoseconds" : unit}:`;
}

function tableOf({ name, unit, ways, kinds }: Part, costs: readonly PageCost[]): string {
  const lines = ways.map((way) => [
    way,
    ...kinds.map((kind) => cell(unit, costOf(costs, name, way, kind))),
  ]);
  return table(["", ...kinds], lines);
}

function cell(unit: Part["unit"], cost: PageCost | undefined): string {
  if (!cost) return "fails";
  const value = unit === "ns" ? cost.nanoseconds : 1000 / cost.nanoseconds;
  return value.toFixed(0) + (cost.isSame ? "" : " ≠");
}

function targets(costs: readonly PageCost[]): readonly (readonly string[])[] {
  const links = costOf(costs, "links of a page", "pagoda", "text of 11 kB");
  const key = costOf(costs, "key of a link", "pagoda", "ordinary");
  const speed = links && 1000 / links.nanoseconds;
  return [
    [
      "links of a page of 11 kB",
      "500 MB/s",
      figure(speed, 0, " MB/s"),
      verdict(atLeast(speed, 500), links, costs),
    ],
    [
      "key of an ordinary link",
      "200 ns",
      figure(key?.nanoseconds, 0, " ns"),
      verdict(atMost(key?.nanoseconds, 200), key, costs),
    ],
  ];
}

/** A target is met only by what gives the same as all others. */
function verdict(ofTime: Verdict, ours: PageCost | undefined, costs: readonly PageCost[]): Verdict {
  const others = costs.filter(({ part, kind }) => part === ours?.part && kind === ours.kind);
  return ofTime === "met" && !others.every(({ isSame }) => isSame) ? "missed" : ofTime;
}

function costOf(
  costs: readonly PageCost[],
  part: string,
  way: string,
  kind: string,
): PageCost | undefined {
  return costs.find((cost) => cost.part === part && cost.way === way && cost.kind === kind);
}
