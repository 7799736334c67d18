import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { DiskJournal } from "../../../src/layers/disk-cache/disk-journal.ts";
import type { JournalRecord } from "../../../src/layers/disk-cache/journal-record.ts";
import { processMark } from "../../../src/layers/disk-cache/process-mark.ts";
import { newDir } from "./disk-folders.ts";

const nameOf = (n: number): string => String(n).padStart(32, "0");
const put = (n: number): JournalRecord => ["put", nameOf(n), n, `key ${n}\n"`];

describe("DiskJournal", () => {
  it("tells all who share it the same, whoever writes, reads or rewrites when", () => {
    const number = fc.nat(5);
    const record = fc.oneof(
      number.map(put),
      number.map((n): JournalRecord => ["hit", nameOf(n)]),
      number.map((n): JournalRecord => ["out", nameOf(n)]),
    );
    const act = fc.oneof(record, fc.constantFrom("refresh" as const, "rewrite" as const));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2), act), { size: "+1" }), (steps) => {
        const path = journalPath();
        const sharers = [new Sharer(path), new Sharer(path), new Sharer(path)];
        const last = new Sharer(path);
        for (const [n, act] of steps) sharers[n]?.do(act);
        for (const sharer of sharers) sharer.do("refresh"); // it writes again what a rewrite missed
        const read = [...sharers, last].map((sharer) => sharer.read());
        for (const sharer of [...sharers, last]) sharer.journal.close();
        expect(read).toEqual(read.map(() => read.at(-1)));
      }),
      { numRuns: 50 },
    );
  });

  it("loses nothing that is written while somebody rewrites it", () => {
    const path = journalPath();
    const [one, other] = [new Sharer(path), new Sharer(path)];
    one.do(put(1));
    other.do("refresh");
    one.journal.rewrite(() => {
      other.do(put(2));
      return one.records();
    });
    other.do(put(3));
    for (const sharer of [other, one]) {
      expect(sharer.read().toSorted()).toEqual([1, 2, 3].map(nameOf));
    }
  });

  it("is shorter once rewritten", () => {
    const sharer = new Sharer(journalPath());
    for (let n = 0; n < 100; n++) sharer.do(put(n % 3));
    expect(sharer.journal.records).toBe(100);
    sharer.do("rewrite");
    expect(sharer.journal.records).toBe(3);
  });

  it("is rewritten by one at a time, and a claim is void an hour after its process has gone", () => {
    const path = journalPath();
    const sharer = new Sharer(path);
    for (let n = 0; n < 100; n++) sharer.do(put(0));
    writeFileSync(`${path}.new`, "");
    sharer.do("rewrite");
    expect(sharer.journal.records).toBe(100);
    utimesSync(`${path}.new`, 0, 0);
    sharer.do("rewrite");
    sharer.do("rewrite");
    expect(sharer.journal.records).toBe(1);
    expect(readdirSync(join(path, ".."))).toEqual(["journal"]);
  });

  it("is rewritten at once where the process that claimed it has ended, and what has that name is no claim", () => {
    const path = journalPath();
    const sharer = new Sharer(path);
    const plants = [
      () =>
        writeFileSync(
          `${path}.new`,
          `["new","${processMark().replace(/-\d+-/, "-999999999-")}"]\n`,
        ),
      () => mkdirSync(join(`${path}.new`, "a"), { recursive: true }),
      () => symlinkSync(path, `${path}.new`),
    ];
    for (const plant of plants) {
      for (let n = 0; n < 100; n++) sharer.do(put(0));
      plant();
      sharer.do("rewrite"); // finds that it is void
      sharer.do("rewrite");
      expect(sharer.journal.records).toBe(1);
      expect(sharer.read()).toEqual([nameOf(0)]);
    }
  });

  it("skips what is no line, however long it is", () => {
    const path = journalPath();
    const sharer = new Sharer(path);
    sharer.do(put(1));
    appendFileSync(path, Buffer.alloc(9 * 2 ** 20));
    sharer.do(put(2));
    expect(new Sharer(path).read()).toEqual([1, 2].map(nameOf));
  });

  it.each([
    ["bytes of nothing", Buffer.alloc(24 * 2 ** 20)],
    ["lines that are none", Buffer.alloc(3 * 2 ** 20, '["]\n')],
    ["lines that say nothing", Buffer.alloc(3 * 2 ** 20, "[]\n")],
  ])("is none, and gives way to the first line, where it goes on with %s", (_what, rubbish) => {
    const path = journalPath();
    const sharer = new Sharer(path);
    sharer.do(put(1));
    appendFileSync(path, rubbish);
    appendFileSync(path, `\n${JSON.stringify(put(2))}\n`);
    expect(sharer.read()).toEqual([]);
    expect(statSync(path).size).toBeGreaterThan(rubbish.length);
    sharer.do(put(3));
    expect(sharer.read()).toEqual([nameOf(3)]);
    expect(new Sharer(path).read()).toEqual([nameOf(3)]);
    expect(statSync(path).size).toBeLessThan(1000);
  });

  it("is another, as soon as its folder was moved away and another is there", () => {
    const path = journalPath();
    const sharer = new Sharer(path);
    sharer.do(put(1));
    renameSync(join(path, ".."), newDir());
    expect(sharer.read()).toEqual([]);
    mkdirSync(join(path, ".."));
    new Sharer(path).do(put(2));
    expect(sharer.read()).toEqual([nameOf(2)]);
    sharer.do(put(3));
    expect(new Sharer(path).read()).toEqual([2, 3].map(nameOf));
  });

  it("tells nothing for a line that makes no sense, nor for one that has no end yet", () => {
    const path = journalPath();
    const sharer = new Sharer(path);
    sharer.do(put(1));
    for (const line of ["{", "null", "[]", '["put","../x",1,"k"]', '["put"', '["gone",7]']) {
      appendFileSync(path, `\n${line}`);
    }
    const last = JSON.stringify(put(2));
    appendFileSync(path, `\n${last.slice(0, 9)}`);
    expect(sharer.read()).toEqual([nameOf(1)]);
    appendFileSync(path, `${last.slice(9)}\n`);
    expect(sharer.read()).toEqual([1, 2].map(nameOf));
  });

  it("begins anew where its folder was removed or its file cut", () => {
    const path = journalPath();
    const sharer = new Sharer(path);
    sharer.do(put(1));
    rmSync(join(path, ".."), { recursive: true });
    expect(sharer.read()).toEqual([]);
    sharer.do(put(2)); // there is nowhere to write it
    expect(sharer.read()).toEqual([]);
    mkdirSync(join(path, ".."));
    sharer.do(put(3));
    expect(sharer.read()).toEqual([nameOf(3)]);
    writeFileSync(path, "");
    expect(sharer.read()).toEqual([]);
  });
});

/** One process: what it knows by the journal, the name used last at the end. */
class Sharer {
  readonly journal: DiskJournal;
  readonly #known = new Map<string, JournalRecord>();

  constructor(path: string) {
    this.journal = new DiskJournal(path, {
      apply: (record) => this.#apply(record),
      reset: () => this.#known.clear(),
    });
  }

  do(act: JournalRecord | "refresh" | "rewrite"): void {
    if (act === "refresh") this.journal.refresh();
    else if (act === "rewrite") this.journal.rewrite(() => this.records());
    else {
      this.#apply(act);
      this.journal.append([act]);
    }
  }

  read(): readonly string[] {
    this.journal.refresh();
    return [...this.#known.keys()];
  }

  records(): readonly JournalRecord[] {
    return [...this.#known.values()];
  }

  #apply(record: JournalRecord): void {
    const [event, name] = record;
    if (event === "max") return;
    const known = event === "put" ? record : this.#known.get(name);
    this.#known.delete(name);
    if (known && event !== "out") this.#known.set(name, known);
  }
}

/** The path of a journal that is not there yet, in a folder that is. */
function journalPath(): string {
  const dir = newDir();
  mkdirSync(dir);
  return join(dir, "journal");
}
