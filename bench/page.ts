import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const page = new URL("../../../docs/performance.md", import.meta.url);
const reports = new URL("../../reports/", import.meta.url);

/** A part of the page on performance. */
export interface PagePart<Report> {
  /** What the comments around it are called. */
  readonly marker: string;
  /** What prints a report as JSON where it is told `--json`, as seen from `bench/dist/bench/`. */
  readonly script: string;
  readonly tables: (report: Report) => string;
}

/** Measures on each of these versions of Node, the script being told these words, keeps the reports as JSON, and puts the tables into the page. */
export function writePage<Report>(
  part: PagePart<Report>,
  versions: readonly string[],
  words: readonly string[] = [],
): void {
  const [start, end] = [`<!-- ${part.marker} -->`, `<!-- end of ${part.marker} -->`];
  const parts = versions.map((version) => part.tables(reportOn<Report>(version, part, words)));
  const [before, rest] = halves(readFileSync(page, "utf8"), start);
  const [, after] = halves(rest, end);
  writeFileSync(page, [before + start, ...parts, end + after].join("\n\n"));
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- whoever prints it knows it
function reportOn<Report>(
  version: string,
  { marker, script }: PagePart<Report>,
  words: readonly string[],
): Report {
  const at = process.version.startsWith(`v${version}.`);
  const [command = "", ...options] = at
    ? [process.execPath]
    : ["npx", "-y", "-p", `node@${version}`, "node"];
  const path = fileURLToPath(new URL(script, import.meta.url));
  const told = [...options, "--expose-gc", path, "--json", ...words];
  const answer = execFileSync(command, told, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  mkdirSync(reports, { recursive: true });
  writeFileSync(new URL(`${marker}-node${version}.json`, reports), answer);
  const report: Report = JSON.parse(answer);
  return report;
}

function halves(text: string, marker: string): readonly [string, string] {
  const at = text.indexOf(marker);
  if (at < 0) throw new Error(`There is no ${marker} in ${page.pathname}`);
  return [text.slice(0, at), text.slice(at + marker.length)];
}
