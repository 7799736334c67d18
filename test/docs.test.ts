import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const here = resolve(".docs");
const tsx = import.meta.resolve("tsx");
const standIn = new URL("support/stand-in.ts", import.meta.url).href;
const runFiles = fileURLToPath(new URL("support/run-files.ts", import.meta.url));
const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));

const pages = [
  "README.md",
  ...(await readdir("docs", { recursive: true })).map((name) => `docs/${name}`),
];
const examples = await read((await readdir("examples")).map((name) => `examples/${name}`));
const blocks = (await read(pages)).flatMap(({ file, code: page }) =>
  [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""], n) => ({
    file: join(here, `${file.replaceAll(/\W/g, "-")}-${n + 1}.ts`),
    code,
  })),
);
let folder = "";
let printed = new Map<string, readonly string[]>();
let warned = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pagoda-docs-"));
  await rm(here, { recursive: true, force: true });
  await mkdir(here);
  const config = { extends: "../tsconfig.json", include: ["*.ts"] };
  await writeFile(join(here, "tsconfig.json"), JSON.stringify(config));
  for (const { file, code } of blocks) await writeFile(file, code);
  ({ printed, warned } = await runAll([...examples, ...blocks].map(({ file }) => resolve(file))));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await rm(here, { recursive: true });
});

describe("docs", () => {
  it("the README begins with the example quickstart.ts, to the letter", () => {
    const first = blocks.find(({ file }) => file.includes("README"));
    expect(first?.code).toBe(examples.find(({ file }) => file.endsWith("quickstart.ts"))?.code);
  });

  it("what they show compiles", async () => {
    const checked = await run(process.execPath, [tsc, "-p", join(here, "tsconfig.json")]).catch(
      ({ stdout }: { stdout: string }) => ({ stdout }),
    );
    expect(checked.stdout).toBe("");
  });

  it.each([...examples, ...blocks])("$file runs and prints what it says", ({ file, code }) => {
    const promised = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => line);
    const lines = printed.get(resolve(file));
    expect(lines).toEqual(expect.arrayContaining(promised));
    expect(lines?.filter((line) => line.startsWith("failed: "))).toEqual([]);
  });

  it("no stack they show has an order that defeats a layer", () => {
    expect(warned).not.toContain("PagodaWarning");
  });
});

/** Runs files in one process, and tells the lines that each printed and what it was warned of. */
async function runAll(
  files: readonly string[],
): Promise<{ printed: Map<string, readonly string[]>; warned: string }> {
  const options = ["--import", tsx, "--import", standIn, runFiles, ...files];
  const { stdout, stderr } = await run(process.execPath, options, { cwd: folder });
  const parts = stdout.split("\n\0").slice(1);
  const printed = new Map(
    parts.map((part): [string, readonly string[]] => {
      const [file = "", ...lines] = part.split("\n");
      return [file, lines];
    }),
  );
  return { printed, warned: stderr };
}

async function read(files: readonly string[]): Promise<{ file: string; code: string }[]> {
  const codes = files.filter((file) => /\.(?:md|ts)$/.test(file));
  return Promise.all(codes.map(async (file) => ({ file, code: await readFile(file, "utf8") })));
}
