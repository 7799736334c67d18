import { table } from "../markdown-table.ts";
import type { QueueCost } from "./measure.ts";
import type { FrontierReport } from "./report.ts";

/** A report as Markdown. */
export function tables({ node, machine, costs }: FrontierReport): string {
  const waiting = costs.filter(({ producers }) => producers === 0);
  const scales = [...new Set(waiting.map(({ items }) => items))];
  const subjects = [...new Set(costs.map(({ subject }) => subject))];
  const cost = (subject: string, items: number, producers: number): QueueCost | undefined =>
    costs.find((it) => it.subject === subject && it.items === items && it.producers === producers);
  return [
    `### Node ${node.slice(1)}, ${machine}, what is to be fetched`,
    "Nanoseconds of the processor from when an item is put in to when it is settled, all being put in " +
      "before any is taken / bytes of one that waits.",
    table(
      ["", ...scales.map((items) => items.toLocaleString("en"))],
      subjects.map((subject) =>
        [subject].concat(scales.map((items) => cell(cost(subject, items, 0)))),
      ),
    ),
    "The same of 200,000 items, put in by 1 and by 4 while they are taken.",
    table(
      ["", "1", "4"],
      subjects.map((subject) =>
        [subject].concat([1, 4].map((producers) => cell(cost(subject, 200_000, producers)))),
      ),
    ),
    "What must be reached by the queue alone.",
    table(["", "at most", "is", ""], targets(cost)),
  ].join("\n\n");
}

function cell(cost: QueueCost | undefined): string {
  if (cost?.nanoseconds === undefined) return "too many";
  const bytes = cost.bytes === undefined ? "" : ` / ${cost.bytes.toFixed(0)}`;
  return `${cost.nanoseconds.toFixed(0)}${bytes}`;
}

function targets(
  cost: (subject: string, items: number, producers: number) => QueueCost | undefined,
): readonly (readonly string[])[] {
  return ["pagoda: queue, one host", "pagoda: queue, 100 hosts"].flatMap((subject) => {
    const [few = 0, many = 0] = [1000, 1_000_000].map(
      (items) => cost(subject, items, 0)?.nanoseconds,
    );
    return [
      [`${subject}, a million`, "300 ns", `${many.toFixed(0)} ns`, many <= 300 ? "met" : "missed"],
      [
        `${subject}, a million, in a thousand`,
        "3 ×",
        `${(many / few).toFixed(2)} ×`,
        many <= 3 * few ? "met" : "missed",
      ],
    ];
  });
}
