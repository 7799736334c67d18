import { table } from "../markdown-table.ts";
import { atMost, figure } from "../verdict.ts";
import type { SeenCost } from "./measure.ts";
import type { SeenReport, SeenRow } from "./report.ts";

/** A report as Markdown. */
export function tables({ node, machine, rows }: SeenReport): string {
  return [
    `### Node ${node.slice(1)}, ${machine}, what was seen`,
    "Nanoseconds of the processor to add a new key / to find a known one, bytes a key that is " +
      "remembered, and the longest that a thousand new keys took.",
    table(
      ["", "keys", "of bytes", "add / find", "bytes", "longest"],
      rows.map((row) => [
        row.subject,
        row.keys.toLocaleString("en"),
        String(row.length),
        ...cells(row.cost),
      ]),
    ),
    "What must be reached, with 10 million keys of 64 bytes.",
    table(["", "at most", "is", ""], targets(rows)),
  ].join("\n\n");
}

function cells(cost: SeenCost | undefined): readonly string[] {
  if (!cost) return ["fails", "–", "–"];
  const { addNanoseconds, hitNanoseconds, bytes, longestMs } = cost;
  const times = `${addNanoseconds.toFixed(0)} / ${hitNanoseconds.toFixed(0)}`;
  return [times, bytes.toFixed(1), `${longestMs.toFixed(1)} ms`];
}

function targets(rows: readonly SeenRow[]): readonly (readonly string[])[] {
  const ours = rows.filter(({ subject }) => subject === "pagoda, 64 bits");
  const cost = ours.find(({ keys }) => keys === 10_000_000)?.cost;
  return [
    target("to add one", cost?.addNanoseconds, 700, "ns"),
    target("to find one", cost?.hitNanoseconds, 700, "ns"),
    target("memory of one", cost?.bytes, 24, "bytes"),
    target("a pause", cost?.longestMs, 50, "ms"),
    ...ours.filter(({ keys }) => keys > 17e6).map(pastTheEndOfASet),
  ];
}

function pastTheEndOfASet({ cost, keys }: SeenRow): readonly string[] {
  const [is, verdict] = cost ? [keys.toLocaleString("en"), "met"] : ["fails", "missed"];
  return ["more than 17 million", "", is, verdict];
}

function target(what: string, found: number | undefined, limit: number, unit: string): string[] {
  return [what, `${limit} ${unit}`, figure(found, 1, ` ${unit}`), atMost(found, limit)];
}
