import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, it } from "vitest";

describe("program.ts", () => {
  it("loads no package but commander before a command is run, so that help comes at once", () => {
    expect(packagesFrom("src/cli/program.ts")).toEqual(new Set(["commander"]));
  });
});

/** The packages that a file loads, and those that it loads from the sources. */
function packagesFrom(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return new Set();
  seen.add(file);
  const imports = [...readFileSync(file, "utf8").matchAll(loading)].map(([, name = ""]) => name);
  const [own, others] = [imports.filter(isOwn), imports.filter((name) => !isOwn(name))];
  const packages = new Set(others.filter((name) => !name.startsWith("node:")));
  for (const name of own) {
    for (const it of packagesFrom(join(dirname(file), name), seen)) packages.add(it);
  }
  return packages;
}

/** Not of types, and not later. */
const loading = /^(?:import|export) (?!type )(?:[^;"]* from )?"([^"]+)"/gm;

function isOwn(name: string): boolean {
  return name.startsWith(".");
}
