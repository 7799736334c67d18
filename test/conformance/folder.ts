import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import type { Case } from "./case.ts";

interface CaseFile {
  readonly cases: readonly { readonly id: string; readonly kind?: string }[];
}

/** All cases of a folder: those of `cases/cases.json` by their kind, those of `suites/` by their file. */
export async function readCases(folder: string): Promise<readonly Case[]> {
  const { cases } = await readFileOfCases(join(folder, "cases/cases.json"));
  const suites = join(folder, "suites");
  const names = (existsSync(suites) ? await readdir(suites) : [])
    .filter((name) => name.endsWith(".json"))
    .toSorted();
  const files = await Promise.all(
    names.map(async (name) => ({ name, file: await readFileOfCases(join(suites, name)) })),
  );
  return [
    ...cases.map((the) => caseOf(the, the.kind ?? "no kind")),
    ...files.flatMap(({ name, file }) => file.cases.map((the) => caseOf(the, name))),
  ];
}

async function readFileOfCases(path: string): Promise<CaseFile> {
  const file: CaseFile = JSON.parse(await readFile(path, "utf8"));
  return file;
}

function caseOf(the: CaseFile["cases"][number], kind: string): Case {
  return { id: the.id, kind, json: JSON.stringify(the) };
}
