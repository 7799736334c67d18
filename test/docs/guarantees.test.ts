import { existsSync, readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

const page = readFileSync("docs/guarantees.md", "utf8");
const [promised = ""] = page.split("## What is not promised");
const promises = promised.split(/^- /m).slice(1);

describe("docs/guarantees.md", () => {
  it("names a test for each promise", () => {
    expect(promises.length).toBeGreaterThan(40);
    const without = promises.filter((promise) => testOf(promise) === undefined);
    expect(without).toEqual([]);
  });

  it("names tests that there are", () => {
    const missing = promises.flatMap((promise) => {
      const { file = "", name = "" } = testOf(promise) ?? {};
      const isThere = existsSync(file) && readFileSync(file, "utf8").includes(name);
      return isThere ? [] : [`${file}: ${name}`];
    });
    expect(missing).toEqual([]);
  });
});

function testOf(promise: string): Record<"file" | "name", string> | undefined {
  const found = /Test: `(?<file>test\/[^`]+\.test\.ts)`, "(?<name>[^"]+)"/.exec(promise);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the pattern names them
  return found?.groups as Record<"file" | "name", string> | undefined;
}
