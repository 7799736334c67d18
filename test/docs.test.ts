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
const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));

const pages = ["README.md", ...(await readdir("docs")).map((name) => `docs/${name}`)];
const examples = await read((await readdir("examples")).map((name) => `examples/${name}`));
const blocks = (await read(pages)).flatMap(({ file, code: page }) =>
  [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""], n) => ({
    file: join(here, `${file.replaceAll(/\W/g, "-")}-${n + 1}.ts`),
    code,
  })),
);
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pagoda-docs-"));
  await rm(here, { recursive: true, force: true });
  await mkdir(here);
  const config = { extends: "../tsconfig.json", include: ["*.ts"] };
  await writeFile(join(here, "tsconfig.json"), JSON.stringify(config));
  for (const { file, code } of blocks) await writeFile(file, code);
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await rm(here, { recursive: true });
});

describe("docs", () => {
  it("the README shows an example to the letter", () => {
    const shown = blocks.filter(({ file }) => file.includes("README"));
    expect(shown).not.toEqual([]);
    expect(examples.map(({ code }) => code)).toEqual(
      expect.arrayContaining(shown.map(({ code }) => code)),
    );
  });

  it("what they show compiles", { timeout: 60_000 }, async () => {
    const checked = await run(process.execPath, [tsc, "-p", join(here, "tsconfig.json")]).catch(
      ({ stdout }: { stdout: string }) => ({ stdout }),
    );
    expect(checked.stdout).toBe("");
  });

  it.each([...examples, ...blocks])(
    "$file runs and prints what it says",
    { timeout: 60_000 },
    async ({ file, code }) => {
      const promised = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => line);
      const options = ["--import", tsx, "--import", standIn, resolve(file)];
      const { stdout } = await run(process.execPath, options, { cwd: folder });
      expect(stdout.split("\n")).toEqual(expect.arrayContaining(promised));
    },
  );
});

async function read(files: readonly string[]): Promise<{ file: string; code: string }[]> {
  const codes = files.filter((file) => /\.(?:md|ts)$/.test(file));
  return Promise.all(
    codes.map(async (file) => ({ file, code: await readFile(file, "utf8") })),
  );
}
