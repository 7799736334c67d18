import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { DiskCache } from "../../../src/layers/disk-cache/disk-cache.ts";
import { processMark } from "../../../src/layers/disk-cache/process-mark.ts";
import { runChild } from "../../support/child.ts";
import { entry } from "../cache/cache-store-behaviour.ts";
import { entriesIn, filesIn, lengths, newDir, root, run } from "./disk-folders.ts";

describe("DiskCache, when its files are damaged or shared", () => {
  it("misses a file that vanished, and stores it again", async () => {
    const dir = newDir();
    const store = new DiskCache({ dir });
    for (const keep of [false, true]) {
      await store.put("GET /", entry());
      if (keep) for (const file of entriesIn(dir)) rmSync(file);
      else rmSync(dir, { recursive: true });
      expect(await store.get("GET /")).toEqual([]);
      await store.put("GET /", entry());
      expect(await store.get("GET /")).toEqual([entry()]);
    }
  });

  it("misses and removes what is not the entry it wrote", async () => {
    const dir = newDir();
    const store = new DiskCache({ dir });
    await store.put("GET /other", entry());
    const [other = ""] = entriesIn(dir);
    const foreign = readFileSync(other);
    rmSync(other);

    const change = fc.oneof(
      fc.nat(200).map((length) => (file: Buffer) => file.subarray(0, length)),
      fc.nat(1600).map((bit) => (file: Buffer) => {
        file[bit >> 3] = (file[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        return file;
      }),
      fc.uint8Array({ maxLength: 400 }).map((bytes) => () => bytes),
      fc.uint8Array({ minLength: 1 }).map((more) => (file: Buffer) => Buffer.concat([file, more])),
      fc.constant(() => foreign),
    );
    await fc.assert(
      fc.asyncProperty(change, fc.constantFrom(4, 100_000), async (change, size) => {
        await store.put("GET /", entry({ body: new Uint8Array(size) }));
        const [path = ""] = entriesIn(dir);
        const written = readFileSync(path);
        const changed = change(Buffer.from(written));
        fc.pre(!written.equals(changed));
        writeFileSync(path, changed);
        expect(await store.get("GET /")).toEqual([]);
        expect(entriesIn(dir)).toEqual([]);
      }),
    );
  });

  const plants: readonly (readonly [string, (path: string, outside: string) => void])[] = [
    ["a folder", (path) => mkdirSync(path)],
    ["a folder with files", (path) => mkdirSync(join(path, "a/b"), { recursive: true })],
    ["a pipe", (path) => execFileSync("mkfifo", [path])],
    ["another name of a file", (path) => linkSync(plantVictim(), path)],
    ["a link to nothing", (path) => symlinkSync(join(root, "nothing"), path)],
    ["a link to itself", (path) => symlinkSync(path, path)],
    ["a link to what was there", (path, outside) => symlinkSync(outside, path)],
    ["rubbish", (path) => writeFileSync(path, "rubbish")],
    ["a file larger than memory", plantHuge],
  ];
  const places: readonly (readonly [string, (entry: string) => string])[] = [
    ["an entry", (entry) => entry],
    ["an inner folder", (entry) => dirname(entry)],
    ["an outer folder", (entry) => dirname(dirname(entry))],
    ["the journal", (entry) => join(dirname(dirname(dirname(entry))), "v1-journal")],
  ];
  const planted = places.flatMap(([where, pathOf]) =>
    plants.map(([what, plant]) => ({ where, what, pathOf, plant })),
  );

  it.each(planted)("misses $what in place of $where, and goes on", async ({ pathOf, plant }) => {
    const dir = newDir();
    const outside = newDir();
    await run({ dir }, (store) => store.put("GET /", entry()));
    const path = pathOf(entriesIn(dir)[0] ?? "");
    renameSync(path, outside);
    const before = snapshot(outside);
    plant(path, outside);
    await run({ dir }, async (store) => {
      expect(await store.get("GET /")).toEqual([]);
      await store.delete("GET /");
      await store.put("GET /", entry());
      expect(await store.get("GET /")).toEqual([entry()]);
    });
    await run({ dir }, async (store) => expect(await store.get("GET /")).toEqual([entry()]));
    expect(snapshot(outside)).toEqual(before);
    expect(existsSync(join(root, "nothing"))).toBe(false);
    expect(readFileSync(plantVictim(), "utf8")).toBe("precious");
  });

  it("misses a file that it may not read, and removes it", async () => {
    const script = new URL("../../support/unreadable-entry.ts", import.meta.url);
    const { stdout } = await runChild(script);
    expect(JSON.parse(stdout)).toEqual({ found: 0, isLeft: false, again: 1 });
  });

  it("does not write to a folder that became a link while it was in use", async () => {
    const dir = newDir();
    const outside = newDir();
    const store = new DiskCache({ dir });
    await store.put("GET /", entry());
    const folder = dirname(entriesIn(dir)[0] ?? "");
    renameSync(folder, outside);
    symlinkSync(outside, folder);
    const before = snapshot(outside);
    await store.put("GET /", entry({ status: 201 }));
    await store.delete("GET /");
    expect(snapshot(outside)).toEqual(before);
  });

  it("reads a journal of which any part was lost, as far as it goes", async () => {
    const dir = newDir();
    const keys = ["GET /a", "GET /b", "GET /c"];
    await run({ dir }, async (store) => {
      for (const key of keys) await store.put(key, entry({ url: key }));
    });
    const journal = readFileSync(join(dir, "v1-journal"));
    const range = fc.tuple(fc.nat(journal.length), fc.nat(journal.length));
    await fc.assert(
      fc.asyncProperty(range, fc.uint8Array({ maxLength: 9 }), async ([from, to], rubbish) => {
        const lost = [journal.subarray(0, from), rubbish, journal.subarray(Math.max(from, to))];
        writeFileSync(join(dir, "v1-journal"), Buffer.concat(lost));
        await run({ dir }, async (store) => {
          await store.put("GET /new", entry());
          for (const key of keys) {
            expect([[], [entry({ url: key })]]).toContainEqual(await store.get(key));
          }
          expect(await lengths(store, ["GET /new"])).toEqual([1]);
        });
        await run({ dir }, async (store) =>
          expect(await lengths(store, ["GET /new"])).toEqual([1]),
        );
      }),
      { numRuns: 50 },
    );
  });

  it("removes what was left in a folder that it writes to, and nothing else", async () => {
    const dir = newDir();
    await run({ dir }, (store) => store.put("GET /", entry()));
    const [path = ""] = entriesIn(dir);
    const folder = dirname(path);
    const unknown = (n: number): string =>
      path.slice(0, -1) + ((Number.parseInt(path.slice(-1), 16) + n) % 16).toString(16);
    const ended = processMark().replace(/-\d+-/, "-999999999-");
    const elsewhere = "00000000-1-1";
    const temporary = (mark: string, n: number): string => `${path}.${mark}-0123456789ab-${n}.tmp`;
    const old = [unknown(1), temporary(elsewhere, 1), temporary(processMark(), 1)];
    const gone = [...old, temporary(ended, 2)];
    const stays = [
      path,
      unknown(2),
      temporary(elsewhere, 3),
      temporary(processMark(), 3),
      join(folder, "notes.txt"),
    ];
    for (const name of [...gone, ...stays.slice(1)]) writeFileSync(name, "half");
    for (const name of [...old, path, join(folder, "notes.txt")]) utimesSync(name, 0, 0);
    mkdirSync(unknown(3));
    utimesSync(unknown(3), 0, 0);
    await run({ dir }, (store) => store.put("GET /", entry()));
    const left = readdirSync(folder).map((name) => join(folder, name));
    expect(left.toSorted()).toEqual([...stays, unknown(3)].toSorted());
  });

  it("serves whole entries only while processes write the same keys, and are killed at it", async () => {
    const dir = newDir();
    const writer = new URL("../../support/disk-cache-writer.ts", import.meta.url);
    const children = [0, 1].map((n) =>
      fork(writer, [dir, `${n}`], { execArgv: ["--import", "tsx"] }),
    );
    const exits = children.map((child) => once(child, "exit"));
    await Promise.all(children.map((child) => once(child, "message")));
    const store = new DiskCache({ dir });
    let hits = 0;
    for (let round = 0; round < 40; round++) {
      for (let n = 0; n < 20; n++) {
        for (const { body, url } of await store.get(`GET /${n}`)) {
          hits++;
          const [writer = -1] = body;
          expect(url).toBe(`${writer}`);
          expect(body.every((byte) => byte === writer)).toBe(true);
        }
      }
      if (round === 20) children[0]?.kill("SIGKILL");
    }
    children[1]?.kill("SIGKILL");
    await Promise.all(exits);
    expect(hits).toBeGreaterThan(0);
    for (let n = 0; n < 20; n++) {
      await store.put(`GET /${n}`, entry({ url: `${n}` }));
      expect((await store.get(`GET /${n}`))[0]?.url).toBe(`${n}`);
    }
  });
});

/** A file that is to stay as it is. */
function plantVictim(): string {
  const path = join(root, "victim");
  if (!existsSync(path)) writeFileSync(path, "precious");
  return path;
}

function plantHuge(path: string): void {
  writeFileSync(path, "");
  truncateSync(path, 2 ** 40);
}

/** All that is in a file or folder. */
function snapshot(path: string): unknown {
  if (statSync(path).isFile()) return readFileSync(path);
  return filesIn(path).map((path) => [path, statSync(path).isFile() && readFileSync(path)]);
}
