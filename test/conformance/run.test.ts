import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { runChild } from "../support/child.ts";

const script = new URL("run.ts", import.meta.url);
let root = "";

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "pagoda-conformance-"));
});

afterAll(async () => {
  await rm(root, { recursive: true });
});

describe("conformance", () => {
  it("plays cases and suites on the built package, and skips what it does not know", async () => {
    const folder = await folderOf(
      [
        keyCase("a", "http://a.test/%7Ex", "same"),
        keyCase("b", "http://a.test/y", "different"),
        { id: "c", kind: "telepathy", input: {}, expect: true },
      ],
      {
        "url.wpt-http.json": [
          { id: "d", input: "b", base: "http://a.test/", href: "http://a.test/b" },
        ],
      },
    );
    const { code, stdout } = await runChild(script, folder);
    expect(stdout).toMatch(/^url\.key +2 +0 +0 +0$/m);
    expect(stdout).toMatch(/^url\.wpt-http\.json +1 +0 +0 +0$/m);
    expect(stdout).toMatch(/^telepathy +0 +0 +0 +1$/m);
    expect(stdout).toContain("  telepathy: unknown kind (1)");
    expect(code).toBe(0);
  });

  it("fails where a case does, and tells how", async () => {
    const folder = await folderOf([keyCase("a", "http://a.test/y", "same")]);
    const { code, stdout } = await runChild(script, folder);
    expect(stdout).toContain("  url.key a: http://a.test/~x and http://a.test/y: expected");
    expect(code).toBe(1);
  });

  it("is content where there is no such folder", async () => {
    const { code, stdout } = await runChild(script, join(root, "nowhere"));
    expect(stdout).toBe(
      `No cases to play: there is no cases/cases.json in ${join(root, "nowhere")}\n`,
    );
    expect(code).toBe(0);
  });
});

function keyCase(id: string, b: string, expect: string): object {
  return { id, kind: "url.key", input: { a: "http://a.test/~x", b }, expect };
}

async function folderOf(
  cases: readonly object[],
  suites: Readonly<Record<string, readonly object[]>> = {},
): Promise<string> {
  const folder = await mkdtemp(join(root, "cases-"));
  await mkdir(join(folder, "cases"));
  await mkdir(join(folder, "suites"));
  await writeFile(join(folder, "cases/cases.json"), JSON.stringify({ cases }));
  for (const [name, cases] of Object.entries(suites)) {
    await writeFile(join(folder, "suites", name), JSON.stringify({ cases }));
  }
  return folder;
}
