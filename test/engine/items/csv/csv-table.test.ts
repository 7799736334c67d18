import { copyFile, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { csv } from "../../../../src/engine/items/csv/csv.ts";
import type { Sink } from "../../../../src/engine/items/sink.ts";
import { csvRecords } from "../../../support/csv-records.ts";

let folder = "";
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pagoda-csv-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("a table of csv", () => {
  it("holds whole records under a whole header at any instant, and goes on from any of them", async () => {
    const name = fc.constantFrom(
      "a",
      "b",
      "c,d",
      'e"f',
      "g\r\nh",
      "i".repeat(700),
      "j".repeat(900),
    );
    const item = fc.dictionary(name, fc.constantFrom("", "1", "x\r\n", '"'), { minKeys: 1 });
    const cases = fc.tuple(fc.array(item, { minLength: 1, size: "+1" }), fc.nat());
    await fc.assert(
      fc.asyncProperty(cases, async ([items, cut]) => {
        const [file, other] = [await fileWith(""), await fileWith("")];
        const sink = csv<object>(file);
        await sink.open?.();
        for (const [at, item] of items.entries()) {
          await sink.write(item);
          expect(cellsOf(await readFile(file, "utf8"))).toEqual(
            items.slice(0, at + 1).map(withoutEmpty),
          );
          if (at === cut % items.length) await copyFile(file, other);
        }
        await sink.close?.();
        await write(csv<object>(other, { append: true }), items.slice((cut % items.length) + 1));
        expect(await readFile(other, "utf8")).toBe(await readFile(file, "utf8"));
      }),
      { numRuns: 40 },
    );
  });

  it("writes the file anew a few times only, however many columns come late", async () => {
    const file = await fileWith("");
    const inodes = new Set<number>();
    const sink = csv<object>(file);
    await sink.open?.();
    for (let n = 0; n < 800; n++) {
      await sink.write({ [`column-${n}`]: n });
      inodes.add((await stat(file)).ino);
    }
    await sink.close?.();
    const [columns = [], ...records] = csvRecords(await readFile(file, "utf8"));
    expect([columns.length, records.length]).toEqual([800, 800]);
    expect(records.every((record) => record.length === 800)).toBe(true);
    expect(inodes.size).toBeLessThan(10);
  });

  it("goes on after as many records as it was told to keep, whatever was written since", async () => {
    const items = [{ a: "1" }, { b: "\r\n,2" }, { c: "3" }, { a: "4", d: "5" }];
    for (let kept = 1; kept <= items.length; kept++) {
      const file = await fileWith("old");
      const sink = csv<object>(file, { formulaSafe: false });
      await sink.resume(undefined);
      const positions = [await sink.sync()];
      for (const item of items) {
        await sink.write(item);
        positions.push(await sink.sync());
      }
      const killed = await fileWith(await readFile(file, "utf8"));
      await sink.close?.();
      for (const left of [file, killed]) {
        const next = csv<object>(left, { formulaSafe: false });
        await next.resume(positions[kept]);
        for (const item of items.slice(kept)) await next.write(item);
        await next.close?.();
        expect(cellsOf(await readFile(left, "utf8"))).toEqual(items);
      }
    }
  });

  it("cuts what it wrote itself where it was told to keep nothing, but not what another did", async () => {
    const [file, other] = [await fileWith("old"), await fileWith("theirs\r\n1\r\n")];
    const sink = csv<object>(file);
    await sink.resume(undefined);
    const position = await sink.sync();
    await sink.write({ a: 1 });
    await sink.close?.();
    await sink.resume(position);
    await sink.write({ a: 2 });
    await sink.close?.();
    expect(await readFile(file, "utf8")).toBe("a\r\n2\r\n");
    await rename(other, file);
    await expect(Promise.resolve(sink.resume(position))).rejects.toThrow(
      "empty: got another file of 11 bytes",
    );
    expect(await readFile(file, "utf8")).toBe("theirs\r\n1\r\n");
    await writeFile(file, "");
    await sink.resume(position);
    await sink.close?.();
  });

  it.each([
    ["a\r\n1\r\n", "of 2 records or more: got 1. Put it back"],
    ["b\r\n1\r\n2\r\n", "with the columns a: got b. Put it back"],
  ])("does not go on, and touches nothing, in a file of %j", async (text, told) => {
    const file = await fileWith(text);
    const resumed = Promise.resolve(csv(file).resume({ rows: 2, columns: ["a"] }));
    await expect(resumed).rejects.toThrow(`Expected ${file} as the crawl has left it, ${told}`);
    expect(await readFile(file, "utf8")).toBe(text);
    await rm(file);
    const gone = Promise.resolve(csv(file).resume({ rows: 2, columns: ["a"] }));
    await expect(gone).rejects.toThrow("of 2 records or more: got no such file");
  });

  it("leaves what is longer than the header as it is", async () => {
    const file = await fileWith("a\r\n1,2,3\r\n");
    await write(csv<object>(file, { append: true }), [{ b: 4 }]);
    expect(await readFile(file, "utf8")).toBe("a,b\r\n1,2,3\r\n,4\r\n");
  });
});

/** What is in the cells of the records, by their columns; empty lines are passed over. */
function cellsOf(text: string): readonly object[] {
  const [columns = [], ...records] = csvRecords(text);
  return records.map((record) =>
    withoutEmpty(Object.fromEntries(record.map((cell, at) => [columns[at] ?? "none", cell]))),
  );
}

function withoutEmpty(item: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(item).filter(([, cell]) => cell !== ""));
}

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
