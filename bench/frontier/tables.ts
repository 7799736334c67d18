import { table } from "../markdown-table.ts";
import { atMost, figure } from "../verdict.ts";
import type { FrontierReport, QueueRow } from "./report.ts";

/** A report as Markdown. */
export function tables({ node, machine, rows }: FrontierReport): string {
  const subjects = [...new Set(rows.map(({ subject }) => subject))];
  const scales = [...new Set(rows.filter(isFilled).map(({ items }) => items))];
  const line = (subject: string, of: (row: QueueRow) => boolean): string[] =>
    [subject].concat(rows.filter((row) => row.subject === subject && of(row)).map(cell));
  return [
    `### Node ${node.slice(1)}, ${machine}, what is to be fetched`,
    "Nanoseconds of the processor from when an item is put in to when it is settled, all being put in " +
      "before any is taken / bytes of one that waits, beside its request.",
    table(
      ["", ...scales.map((items) => items.toLocaleString("en"))],
      subjects.map((subject) => line(subject, isFilled)),
    ),
    "The same of 200,000 items, put in by so many while they are taken.",
    table(
      ["", ...new Set(rows.filter((row) => !isFilled(row)).map(({ producers }) => `${producers}`))],
      subjects.map((subject) => line(subject, (row) => !isFilled(row))),
    ),
    "What must be reached by the queue alone.",
    table(["", "at most", "is", ""], targets(rows)),
  ].join("\n\n");
}

function isFilled({ producers }: QueueRow): boolean {
  return producers === 0;
}

function cell({ cost, producers }: QueueRow): string {
  if (!cost) return "too many";
  const bytes = producers === 0 ? ` / ${Math.max(0, cost.bytes).toFixed(0)}` : "";
  return `${cost.nanoseconds.toFixed(0)}${bytes}`;
}

function targets(rows: readonly QueueRow[]): readonly (readonly string[])[] {
  return ["pagoda, queue of one host", "pagoda, queue of 100 hosts"].flatMap((subject) => {
    const [few = Number.NaN, many = Number.NaN] = [1000, 1_000_000].map(
      (items) =>
        rows.find((row) => row.subject === subject && row.items === items)?.cost?.nanoseconds,
    );
    return [
      target(`${subject}, a million`, many, 300, "ns"),
      target(`${subject}, a million, in a thousand`, many / few, 3, "×"),
    ];
  });
}

function target(what: string, found: number, limit: number, unit: string): string[] {
  return [what, `${limit} ${unit}`, figure(found, 1, ` ${unit}`), atMost(found, limit)];
}
