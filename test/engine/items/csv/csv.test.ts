import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { csv, type CsvOptions } from "../../../../src/engine/items/csv/csv.ts";
import { ItemError, type Sink } from "../../../../src/engine/items/sink.ts";
import { csvRecords } from "../../../support/csv-records.ts";
import { leftBeside } from "../../../support/left-beside.ts";

let folder = "";
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pagoda-csv-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("csv", () => {
  it("writes a header, then a record an item, and begins the file anew", async () => {
    const file = await fileWith("old\r\n");
    await write(csv(file), [
      { a: 1, b: "x" },
      { a: 2, b: "y" },
    ]);
    expect(await readFile(file, "utf8")).toBe("a,b\r\n1,x\r\n2,y\r\n");
  });

  it.each<[string, unknown, string]>([
    ["a text with commas, quotes and line ends", 'x,"y"\r\nz', '"x,""y""\r\nz"'],
    ["spaces at the ends", " x ", '" x "'],
    ["a number", -1.5, "-1.5"],
    ["a BigInt", 10n, "10"],
    ["true", true, "true"],
    ["null", null, ""],
    ["NaN", Number.NaN, ""],
    ["a Date", new Date(0), "1970-01-01T00:00:00.000Z"],
    ["a date that is none", new Date(Number.NaN), ""],
    ["a URL", new URL("http://a.test/?q=1"), "http://a.test/?q=1"],
    ["a list", [1, "x"], '"[1,""x""]"'],
    ["an object", { x: 1 }, '"{""x"":1}"'],
    ["a formula", "=1+1", "'=1+1"],
    ["a text that begins with a plus", "+1", "'+1"],
    ["a text that begins with a minus", "-x", "'-x"],
    ["a text that begins with an at sign", "@SUM(1)", "'@SUM(1)"],
    ["a text that begins with a tab", "\t=1", "'\t=1"],
    ["a text that begins with a carriage return", "\r=1", '"\'\r=1"'],
    ["a formula of full width", "＝1", "'＝1"],
    ["a text with a sign within", "a=1", "a=1"],
  ])("writes %s", async (_, value, cell) => {
    const file = await fileWith("");
    await write(csv(file), [{ v: value, w: 0 }]);
    expect(await readFile(file, "utf8")).toBe(`v,w\r\n${cell},0\r\n`);
  });

  it("guards the names of columns too, and neither when told", async () => {
    const [safe, plain] = [await fileWith(""), await fileWith("")];
    await write(csv(safe), [{ "=a": "=b" }]);
    await write(csv(plain, { formulaSafe: false }), [{ "=a": "=b" }]);
    expect(await readFile(safe, "utf8")).toBe("'=a\r\n'=b\r\n");
    expect(await readFile(plain, "utf8")).toBe("=a\r\n=b\r\n");
  });

  it("leaves out what is undefined, and writes what is no object in the column value", async () => {
    const file = await fileWith("");
    await write(csv<unknown>(file), ["x", { u: undefined, value: 2 }, [1, 2]]);
    expect(await readFile(file, "utf8")).toBe('value\r\nx\r\n2\r\n"[1,2]"\r\n');
  });

  it("quotes a record that would be an empty line", async () => {
    const file = await fileWith("");
    await write(csv(file), [{ a: "" }, { a: null }]);
    expect(await readFile(file, "utf8")).toBe('a\r\n""\r\n""\r\n');
  });

  it("has the columns that were asked for, also when no item came", async () => {
    const [file, empty] = [await fileWith(""), await fileWith("")];
    const items = [{ a: 1 }, { b: 2, c: 3 }];
    await write(csv(file, { columns: ["b", "a"] }), items);
    await write(csv(empty, { columns: ["b", "a"] }), []);
    expect(await readFile(file, "utf8")).toBe("b,a\r\n,1\r\n2,\r\n");
    expect(await readFile(empty, "utf8")).toBe("b,a\r\n");
  });

  it("adds a column that comes late to all records, and leaves nothing beside the file", async () => {
    const file = await fileWith("");
    const items = [{ a: "x\r\ny" }, { a: 2, b: 3 }, { c: 4 }];
    await write(csv<object>(file), items);
    expect(await readFile(file, "utf8")).toBe('a,b,c\r\n"x\r\ny",,\r\n2,3,\r\n,,4\r\n');
    expect(await readdir(folder)).not.toContainEqual(expect.stringMatching(/tmp$/));
  });

  it("removes what a process has left that was killed as it wrote the file anew", async () => {
    for (const append of [false, true]) {
      const file = await fileWith("a\r\n1\r\n");
      await writeFile(leftBeside(file), "a,b\r\n1");
      await write(csv(file, { append }), [{ a: 2 }]);
      const names = await readdir(folder);
      expect(names.filter((name) => name.startsWith(basename(file)))).toEqual([basename(file)]);
    }
  });

  it("writes anew what a link leads to, not the link", async () => {
    const file = await fileWith("");
    const link = `${file}.link`;
    await symlink(file, link);
    await write(csv<object>(link), [{ a: 1 }, { b: 2 }]);
    expect(await readFile(file, "utf8")).toBe("a,b\r\n1,\r\n,2\r\n");
  });

  it.skipIf(process.platform !== "linux")(
    "refuses a late column of what cannot be written anew, and goes on",
    async () => {
      const sink = csv<object>("/dev/null");
      await sink.open?.();
      await sink.write({ a: 1 });
      await expect(Promise.resolve(sink.write({ b: 1 }))).rejects.toThrow(ItemError);
      await sink.write({ a: 2 });
      await sink.close?.();
    },
  );

  it("can be read back, whatever the items and however late their columns", async () => {
    const name = fc.constantFrom("a", "b", "c,d", 'e"f', "g\r\nh");
    const text = fc.string({ unit: fc.constantFrom("a", ",", '"', "\r", "\n", " ", "é", "=") });
    const item = fc.dictionary(name, text, { minKeys: 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 1, size: "+1" }), async (items) => {
        const file = await fileWith("");
        await write(csv(file, { formulaSafe: false }), items);
        const [columns = [], ...records] = csvRecords(await readFile(file, "utf8"));
        expect(records).toEqual(items.map((item) => columns.map((column) => item[column] ?? "")));
        expect(columns.toSorted()).toEqual([...new Set(items.flatMap(Object.keys))].toSorted());
      }),
      { numRuns: 60 },
    );
  });

  it("widens a file larger than a piece of reading, cut between the bytes of a line end", async () => {
    const file = await fileWith("");
    const sizes = [65_530, 65_531, 65_532, 65_533, 65_534, 65_535, 65_536];
    const items = sizes.map((size) => ({ a: "x".repeat(size - 5) }));
    await write(csv<object>(file), [...items, { b: 1 }]);
    const records = csvRecords(await readFile(file, "utf8"));
    expect(records).toEqual([["a", "b"], ...items.map(({ a }) => [a, ""]), ["", "1"]]);
  });

  it.each([
    ["an empty file", "", "a,b\r\n"],
    ["whole records", "a,b\r\n1,2\r\n", "a,b\r\n1,2\r\n"],
    ["other columns", "b,a\r\n2,1\r\n", "b,a\r\n2,1\r\n", "4,3\r\n"],
    ["a byte order mark", "\uFEFFa,b\r\n", "\uFEFFa,b\r\n"],
    ["a last record without its end", "a,b\r\n1,2", "a,b\r\n1,2\r\n"],
    ["a last record that was cut off", "a,b\r\n1,2\r\n5", "a,b\r\n1,2\r\n"],
    ["one that was cut off in quotes", 'a,b\r\n1,2\r\n5,"6\r\n', "a,b\r\n1,2\r\n"],
    ["a header that was cut off in quotes", '"a', "a,b\r\n"],
    ["quotes within a cell", 'a,b\r\n5" x,2\r\n', 'a,b\r\n5" x,2\r\n'],
  ])("appends to %s", async (_, before, kept, added = "3,4\r\n") => {
    const file = await fileWith(before);
    await write(csv(file, { append: true }), [{ a: 3, b: 4 }]);
    expect(await readFile(file, "utf8")).toBe(`${kept}${added}`);
  });

  it("adds a late column to records that were there", async () => {
    const file = await fileWith("a\r\n1\r\n");
    await write(csv<object>(file, { append: true }), [{ a: 2, b: 3 }]);
    expect(await readFile(file, "utf8")).toBe("a,b\r\n1,\r\n2,3\r\n");
  });

  it.each(["\n\n\n", "\r\n\n\n", "\n\n\n\n", "\n\n", "\n", "\r\n", "\r\n\r\n"])(
    "adds a late column to a header that ends in %j",
    async (end) => {
      const file = await fileWith(`a${end}1\n`);
      const sink = csv<object>(file, { append: true });
      await sink.open?.();
      await sink.write({ b: 4 });
      expect(await readFile(file, "utf8")).toMatch(/^a,b\r\n\n*1,?\r?\n,4\r\n$/);
      await sink.close?.();
      expect(await readFile(file, "utf8")).toBe("a,b\r\n1,\r\n,4\r\n");
    },
  );

  it("refuses to append other columns than those of the file", async () => {
    const file = await fileWith("a,b\r\n");
    const sink = csv(file, { append: true, columns: ["b"] });
    await expect(Promise.resolve(sink.open?.())).rejects.toThrow(
      `Expected "columns" to be those of ${file}, a, b: got b`,
    );
  });

  const circle: unknown[] = [];
  circle.push(circle);
  const throwing = Object.defineProperty({}, "a", {
    enumerable: true,
    get: () => {
      throw new Error("no");
    },
  });

  it.each([
    ["no columns", {}],
    ["null", null],
    ["undefined", undefined],
    ["a circle", { circle }],
    ["a getter that throws", throwing],
  ])("refuses an item of %s, and takes the next", async (_, item) => {
    const file = await fileWith("");
    const sink = csv<unknown>(file);
    await sink.open?.();
    await expect(Promise.resolve(sink.write(item))).rejects.toThrow(ItemError);
    await sink.write({ a: 1 });
    await sink.close?.();
    expect(await readFile(file, "utf8")).toBe("a\r\n1\r\n");
  });

  it("refuses an item before it is open", async () => {
    await expect(Promise.resolve(csv("x.csv").write({ a: 1 }))).rejects.toThrow(
      "Expected x.csv to be open: write() came before open()",
    );
  });

  it.each<[unknown, object, string]>([
    [7, {}, 'Expected "file" to be the name of a file: got 7'],
    ["x", { append: "yes" }, 'Expected "append" to be true or false: got "yes"'],
    ["x", { formulaSafe: 1 }, 'Expected "formulaSafe" to be true or false: got 1'],
    ["x", { columns: "a" }, 'Expected "columns" to be an array of strings: got "a"'],
    ["x", { columns: [] }, 'Expected "columns" to be different names: got ""'],
    ["x", { columns: ["a", "a"] }, 'Expected "columns" to be different names: got "a, a"'],
    ["x", { fieldnames: [] }, 'Expected options of csv, columns, append, formulaSafe: got "field'],
  ])("refuses %j, %j", (file, options, message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is wrong on purpose
    expect(() => csv(file as string, options as CsvOptions)).toThrow(message);
  });
});

async function fileWith(text: string): Promise<string> {
  const file = join(folder, `${++files}.csv`);
  await writeFile(file, text);
  return file;
}

async function write<Item>(sink: Sink<Item>, items: readonly Item[]): Promise<void> {
  await sink.open?.();
  for (const item of items) await sink.write(item);
  await sink.close?.();
}
