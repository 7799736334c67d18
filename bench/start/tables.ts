import { table } from "../markdown-table.ts";
import { atMost } from "../verdict.ts";
import type { StartReport } from "./report.ts";

/** A report as Markdown. */
export function tables({ cpuMs, machine, node }: StartReport): string {
  const of = (subject: string): number => cpuMs[subject] ?? Number.NaN;
  const ratio = (subject: string, to: string): string => times(of(subject) / of(to));
  return [
    `### Node ${node.slice(1)}, ${machine}, the start`,
    table(
      ["", "ms", "of Node itself", 'of `import "undici"`'],
      Object.keys(cpuMs).map((subject) => [
        `\`${subject}\``,
        of(subject).toFixed(0),
        ratio(subject, "node"),
        ratio(subject, 'import "undici"'),
      ]),
    ),
    "What must be reached.",
    table(
      ["", "at most", "is", ""],
      targets.map(([subject, limit, to]) => {
        const is = of(subject) / of(to);
        return [`\`${subject}\`, in \`${to}\``, times(limit), times(is), atMost(is, limit)];
      }),
    ),
  ].join("\n\n");
}

const targets: readonly (readonly [subject: string, limit: number, to: string])[] = [
  ["pagoda --version", 2, "node"],
  ["pagoda --help", 2, "node"],
  ['import "pagoda"', 1, 'import "undici"'],
  ["pagoda crawl", 2, 'import "undici"'],
];

function times(ratio: number): string {
  return Number.isNaN(ratio) ? "–" : `${ratio.toFixed(2)} ×`;
}
