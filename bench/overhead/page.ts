import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Report } from "./report.ts";
import { tables } from "./tables.ts";

const page = new URL("../../../../docs/performance.md", import.meta.url);
const script = fileURLToPath(new URL("../overhead.js", import.meta.url));
const [START, END] = ["<!-- overhead -->", "<!-- end of overhead -->"];

/** Measures on each of these versions of Node, and puts the tables into the page. */
export function writePage(versions: readonly string[]): void {
  const [before, rest] = halves(readFileSync(page, "utf8"), START);
  const [, after] = halves(rest, END);
  const reports = versions.map((version) => tables(reportOn(version)));
  writeFileSync(page, [before + START, ...reports, END + after].join("\n\n"));
}

function reportOn(version: string): Report {
  const at = process.version.startsWith(`v${version}.`);
  const [command = "", ...words] = at
    ? [process.execPath]
    : ["npx", "-y", "-p", `node@${version}`, "node"];
  const answer = execFileSync(command, [...words, "--expose-gc", script, "--json"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const report: Report = JSON.parse(answer);
  return report;
}

function halves(text: string, marker: string): readonly [string, string] {
  const at = text.indexOf(marker);
  if (at < 0) throw new Error(`There is no ${marker} in ${page.pathname}`);
  return [text.slice(0, at), text.slice(at + marker.length)];
}
