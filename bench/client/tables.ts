import { table } from "../markdown-table.ts";
import type { ClientReport, ClientRow } from "./report.ts";
import { BY_HAND, INTERCEPTED, LEAF, POLICIES, REQUEST, STACK } from "./subjects.ts";
import { type ClientTarget, clientTargets, ratio } from "./targets.ts";

/** A report as Markdown. */
export function tables(report: ClientReport): string {
  const { bytes, concurrency, machine, node, rounds, rows, versions } = report;
  const peers = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    `### Node ${node.slice(1)}, ${machine}, requests`,
    `${peers.join(", ")}. A body of ${bytes / 1000} kB, read as bytes, ${concurrency} requests at once, on one core; ` +
      `it is served from another. Medians of ${rounds} rounds in turns, each in a process of its own that is warm.`,
    table(
      ["", "requests a CPU second", "by hand = 1", "a request", "heap a request"],
      rows.map((row) => line(row, rows)),
    ),
    "What it costs to stack something on a client, whose rate is 1.",
    table(
      ["", "on", "rate"],
      towers.map(([tower, on]) => [tower, on, shown(ratio(rows, tower, on))]),
    ),
    "What must be reached.",
    table(
      ["", "beside", "at least", "is", ""],
      clientTargets.map((target) => verdict(target, rows)),
    ),
  ].join("\n\n");
}

const towers = [
  [STACK, LEAF],
  [POLICIES, LEAF],
  [INTERCEPTED, REQUEST],
] as const;

function line(row: ClientRow, rows: readonly ClientRow[]): readonly string[] {
  const { subject, microseconds, heapBytes = 0 } = row;
  if (microseconds === undefined) return [subject, "missing", "", "", ""];
  return [
    subject,
    Math.round(1e6 / microseconds).toLocaleString("en"),
    shown(ratio(rows, subject, BY_HAND)),
    `${microseconds.toFixed(1)} µs`,
    `${(heapBytes / 1000).toFixed(1)} kB`,
  ];
}

function verdict(
  { atLeast, beside, subject }: ClientTarget,
  rows: readonly ClientRow[],
): readonly string[] {
  const found = ratio(rows, subject, beside);
  const isMet = found !== undefined && found >= atLeast;
  return [subject, beside, atLeast.toFixed(2), shown(found), isMet ? "met" : "missed"];
}

function shown(rate: number | undefined): string {
  return rate?.toFixed(2) ?? "missing";
}
