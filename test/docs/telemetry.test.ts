import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { crawlFigures } from "../../src/engine/telemetry/crawl-figures.ts";

const page = await readFile("docs/telemetry.md", "utf8");
const rows = [...page.matchAll(/^\| `([a-z_.]+)` +\|(.*)\|$/gm)].map(
  ([, name = "", rest = ""]) => ({
    name,
    cells: rest.split("|").map((cell) => cell.trim()),
  }),
);
const others = [...page.matchAll(/; `([a-z_.]+)`:/g)].map(([, name = ""]) => name);

describe("docs/telemetry.md", () => {
  it("tells all names that there are in the code, and no others", async () => {
    const named = await namesIn("src/layers/tracing", "src/engine/telemetry");
    const told = [...rows.map(({ name }) => name), ...others];
    const figures = crawlFigures.map(({ name }) => name);
    expect(new Set(told)).toEqual(new Set([...named, ...figures]));
  });

  it("tells the unit and the kind of each figure of crawls, and what tells it apart", () => {
    for (const { name, unit, isLevel, attribute = "" } of crawlFigures) {
      const [toldUnit, kind, what] = rowOf(name)?.cells ?? [];
      expect([name, toldUnit, kind]).toEqual([
        name,
        `\`${unit}\``,
        isLevel ? "up-down counter" : "counter",
      ]);
      expect(what).toContain(attribute && `\`${attribute}\``);
    }
  });
});

/** The row of a metric: an attribute may have the same name, and has a column less. */
function rowOf(name: string): (typeof rows)[number] | undefined {
  return rows.find((row) => row.name === name && row.cells.length === 3);
}

/** The names of attributes and metrics that are written in the files of some folders. */
async function namesIn(...folders: readonly string[]): Promise<readonly string[]> {
  const files = await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).map((name) => join(folder, name))),
  );
  const texts = await Promise.all(files.flat().map((file) => readFile(file, "utf8")));
  return texts.flatMap((text) =>
    [...text.matchAll(/"((?:error|http|network|pagoda|server|url)\.[a-z_.]+)"/g)].map(
      ([, name = ""]) => name,
    ),
  );
}
