import { spawn } from "node:child_process";
import { appendFile, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { jsonLines, lineOf } from "../../../src/engine/items/json-lines.ts";
import { ItemError, type Sink } from "../../../src/engine/items/sink.ts";

let folder = "";
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pagoda-json-lines-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("jsonLines", () => {
  it("writes an item a line, and begins the file anew", async () => {
    const file = await fileWith("old\n");
    await write(jsonLines(file), [{ a: 1 }, "x", null, [true]]);
    expect(await readFile(file, "utf8")).toBe('{"a":1}\n"x"\nnull\n[true]\n');
  });

  it("can be opened again after it was closed", async () => {
    const file = await fileWith("");
    const sink = jsonLines<number>(file, { append: true });
    await write(sink, [1]);
    await write(sink, [2]);
    expect(await readFile(file, "utf8")).toBe("1\n2\n");
  });

  it.each([
    ["an empty file", "", ""],
    ["whole lines", '{"a":1}\n', '{"a":1}\n'],
    ["a whole line without its end", '{"a":1}\n{"a":2}', '{"a":1}\n{"a":2}\n'],
    ["a line that was cut off", '{"a":1}\n{"a":2', '{"a":1}\n'],
    ["nothing but a line that was cut off", '{"a":', ""],
    ["a line that was cut off in a character", '{"a":1}\n{"a":"\u00e9'.slice(0, -1), '{"a":1}\n'],
  ])("appends to %s", async (_, before, kept) => {
    const file = await fileWith(before);
    await write(jsonLines(file, { append: true }), [{ a: 3 }]);
    expect(await readFile(file, "utf8")).toBe(`${kept}{"a":3}\n`);
  });

  it("finds the end of the last line however long the rest is", async () => {
    const long = `{"a":"${"x".repeat(200_000)}"`;
    const [cut, whole] = [await fileWith(`1\n${long}`), await fileWith(`1\n${long}}`)];
    for (const file of [cut, whole]) await write(jsonLines(file, { append: true }), [2]);
    expect(await readFile(cut, "utf8")).toBe("1\n2\n");
    expect(await readFile(whole, "utf8")).toBe(`1\n${long}}\n2\n`);
  });

  it("creates a file to append to", async () => {
    const file = join(folder, "new.jsonl");
    await write(jsonLines(file, { append: true }), [1]);
    expect(await readFile(file, "utf8")).toBe("1\n");
  });

  it("cuts what it wrote itself where it stood at nothing, but not what another did", async () => {
    const file = await fileWith("old\n");
    const sink = jsonLines<number>(file);
    await sink.resume(undefined);
    const position = await sink.sync();
    await sink.write(1);
    await sink.close?.();
    await sink.resume(position);
    await sink.write(2);
    await sink.close?.();
    expect(await readFile(file, "utf8")).toBe("2\n");
    await rename(await fileWith("theirs\n"), file);
    await expect(Promise.resolve(sink.resume(position))).rejects.toThrow(
      `Expected ${file} as the crawl has left it, empty: got another file of 7 bytes`,
    );
    expect(await readFile(file, "utf8")).toBe("theirs\n");
    await rename(await fileWith(""), file);
    await sink.resume(position);
    await sink.close?.();
  });

  it("fails to open what cannot be written", async () => {
    const sink = jsonLines(join(folder, "missing", "x.jsonl"));
    await expect(Promise.resolve(sink.open?.())).rejects.toThrow("ENOENT");
  });

  it("refuses an item before it is open", async () => {
    await expect(Promise.resolve(jsonLines("x.jsonl").write(1))).rejects.toThrow(
      "Expected x.jsonl to be open: write() came before open()",
    );
  });

  it.skipIf(process.platform !== "linux")("tells of a full disk as the system does", async () => {
    const sink = jsonLines<number>("/dev/full");
    await sink.open?.();
    await expect(Promise.resolve(sink.write(1))).rejects.toThrow("ENOSPC");
    await sink.close?.();
  });

  it("leaves whole lines, but for the last, when the process is killed", async () => {
    const file = join(folder, "killed.jsonl");
    await writeUntilKilled(file);
    const lines = (await readFile(file, "utf8")).split("\n").slice(0, -1);
    expect(lines.length).toBeGreaterThan(0);
    for (const [n, line] of lines.entries()) expect(JSON.parse(line)).toMatchObject({ n });

    await appendFile(file, '{"n":');
    await write(jsonLines(file, { append: true }), [{ n: lines.length }]);
    const mended = (await readFile(file, "utf8")).split("\n").slice(0, -1);
    expect(mended).toHaveLength(lines.length + 1);
    expect(() => mended.map((line): unknown => JSON.parse(line))).not.toThrow();
  });

  it.each([
    [7, {}, 'Expected "file" to be the name of a file: got 7'],
    ["", {}, 'Expected "file" to be the name of a file: got ""'],
    ["x", { append: "yes" }, 'Expected "append" to be true or false: got "yes"'],
  ])("refuses %j, %j", (file, options, message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is wrong on purpose
    expect(() => jsonLines(file as string, options as { append?: boolean })).toThrow(message);
  });
});

describe("lineOf", () => {
  it("is one line that gives the item back, whatever the text in it", () => {
    const breaks = fc.constantFrom("\n", "\r", "\u2028", "\u2029", "\0", "\uFEFF", "\uD800", "a");
    fc.assert(
      fc.property(fc.string({ unit: breaks }), fc.jsonValue(), (text, value) => {
        const line = lineOf({ text, value });
        expect(line.match(/[\n\r\u2028\u2029]/g)).toEqual(["\n"]);
        expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify({ text, value })));
      }),
    );
  });

  it("writes NaN as null, and leaves out what is undefined", () => {
    expect(lineOf({ n: Number.NaN, u: undefined })).toBe('{"n":null}\n');
  });

  const circle: unknown[] = [];
  circle.push(circle);

  it.each([
    ["a BigInt", { b: 10n }],
    ["a circle", circle],
    ["undefined", undefined],
    ["a function", String],
    ["a symbol", Symbol("s")],
  ])("refuses %s", (_, item) => {
    expect(() => lineOf(item)).toThrow(ItemError);
    expect(() => lineOf(item)).toThrow("Expected an item that JSON can hold");
  });
});

async function fileWith(text: string): Promise<string> {
  const file = join(folder, `${++files}.jsonl`);
  await writeFile(file, text, "latin1");
  return file;
}

async function write<Item>(sink: Sink<Item>, items: readonly Item[]): Promise<void> {
  await sink.open?.();
  for (const item of items) await sink.write(item);
  await sink.close?.();
}

/** Kills a process that writes without end, once it has written some. */
async function writeUntilKilled(file: string): Promise<void> {
  const module = new URL("../../../src/engine/items/json-lines.ts", import.meta.url).href;
  const program = `
    const { jsonLines } = await import(${JSON.stringify(module)});
    const sink = jsonLines(${JSON.stringify(file)});
    await sink.open();
    for (let n = 0; ; n++) {
      await sink.write({ n, text: "x".repeat(50_000) });
      if (n === 50) console.log("some");
    }`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.once("data", () => child.kill("SIGKILL"));
  await new Promise((resolve) => child.once("exit", resolve));
}
