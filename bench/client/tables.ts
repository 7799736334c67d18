import { table } from "../markdown-table.ts";
import { type Spread, toldSpread } from "../spread.ts";
import { atLeast, figure } from "../verdict.ts";
import { towers } from "./rates.ts";
import type { ClientReport, ClientRow } from "./report.ts";
import { BY_HAND } from "./subjects.ts";
import { clientTargets } from "./targets.ts";

/** A report as Markdown. */
export function tables(report: ClientReport): string {
  const { bytes, concurrency, machine, node, rates, rounds, rows, versions } = report;
  const peers = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const rateOf = (subject: string, beside: string): Spread | undefined =>
    rates.find((it) => it.subject === subject && it.beside === beside)?.rate;
  return [
    `### Node ${node.slice(1)}, ${machine}, requests`,
    `${peers.join(", ")}. A body of ${bytes / 1000} kB, read as bytes, ${concurrency} requests at once, on one core; ` +
      `it is served from another. Medians of ${rounds} rounds, each in a process of its own that is warm. A rate is the median ` +
      "of those of each round, and in brackets what half of the rounds lie between.",
    table(
      ["", "requests a CPU second", "by hand = 1", "a request", "heap a request"],
      rows.map((row) => line(row, rateOf(row.subject, BY_HAND))),
    ),
    "What it costs to stack something on a client, whose rate is 1.",
    table(
      ["", "on", "rate"],
      towers.map(([tower, on]) => [tower, on, toldSpread(rateOf(tower, on))]),
    ),
    "What must be reached.",
    table(
      ["", "beside", "at least", "is", ""],
      clientTargets.map(({ atLeast: least, beside, subject }) => {
        const found = rateOf(subject, beside)?.median;
        return [subject, beside, least.toFixed(2), figure(found, 2), atLeast(found, least)];
      }),
    ),
  ].join("\n\n");
}

function line(
  { heapBytes = 0, microseconds, subject }: ClientRow,
  rate: Spread | undefined,
): readonly string[] {
  if (microseconds === undefined) return [subject, "missing", "", "", ""];
  return [
    subject,
    Math.round(1e6 / microseconds).toLocaleString("en"),
    subject === BY_HAND ? "1" : toldSpread(rate),
    `${microseconds.toFixed(1)} µs`,
    `${(heapBytes / 1000).toFixed(1)} kB`,
  ];
}
