import { fork } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";

import { DiskCache, type DiskCacheOptions } from "../../src/layers/disk-cache.ts";
import { runChild } from "../support/child.ts";
import { behavesLikeACacheStore, entry } from "./cache-store-behaviour.ts";

const root = mkdtempSync(join(tmpdir(), "disk-cache-"));
afterAll(() => rmSync(root, { recursive: true }));

describe("DiskCache", () => {
  behavesLikeACacheStore((limits) => new DiskCache({ dir: newDir(), ...limits }));

  it("makes its folder with the first entry, and keeps all files in it", async () => {
    const dir = join(newDir(), "deeper");
    const store = new DiskCache({ dir });
    await store.get("GET /");
    await store.delete("GET /");
    const before = filesIn(root);
    expect(before.filter((path) => path.startsWith(dir))).toEqual([]);
    await store.put("GET http://h.test/../../etc/passwd", entry());
    await store.put(`GET ${"x".repeat(5000)}`, entry());
    const made = filesIn(root).filter((path) => !before.includes(path) && path !== join(dir, ".."));
    expect(made.every((path) => path.startsWith(dir))).toBe(true);
    expect(entriesIn(dir)).toHaveLength(2);
  });

  it("names its files by hash, in two levels of folders", async () => {
    const dir = newDir();
    await new DiskCache({ dir }).put("GET /", entry());
    const [file = ""] = entriesIn(dir);
    expect(relative(dir, file)).toMatch(/^([\da-f])\/([\da-f])\/\1\2[\da-f]{30}$/);
  });

  it("gives an entry of any size back, byte for byte", async () => {
    const store = new DiskCache({ dir: newDir() });
    for (const size of [0, 1, 65_000, 65_536, 300_000]) {
      const body = Uint8Array.from({ length: size }, (_, n) => n * 31);
      await store.put(`GET /${size}`, entry({ body }));
      const [found] = await store.get(`GET /${size}`);
      expect(Buffer.compare(found?.body ?? Buffer.of(), body)).toBe(0);
    }
  });

  it("keeps entries from one run to the next", async () => {
    const dir = newDir();
    await run({ dir }, (store) => store.put("GET /", entry()));
    await run({ dir }, async (store) => expect(await store.get("GET /")).toEqual([entry()]));
  });

  it("keeps from one run to the next what was used last", async () => {
    const dir = newDir();
    await run({ dir, maxEntries: 2 }, async (store) => {
      await store.put("a", entry());
      await store.put("b", entry());
      await store.get("a");
    });
    await run({ dir, maxEntries: 2 }, async (store) => {
      await store.put("c", entry());
      expect(await lengths(store, ["a", "b", "c"])).toEqual([1, 0, 1]);
    });
    expect(entriesIn(dir)).toHaveLength(2);
  });

  it("comes down to limits that were lowered", async () => {
    const dir = newDir();
    const keys = Array.from({ length: 20 }, (_, n) => `GET /${n}`);
    await run({ dir }, async (store) => {
      for (const key of keys) await store.put(key, entry());
    });
    await run({ dir, maxEntries: 3 }, (store) => store.put("GET /new", entry()));
    expect(entriesIn(dir)).toHaveLength(3);
  });

  it("shares its folder with the other stores of the process at once", async () => {
    const dir = newDir();
    const [one, other] = [new DiskCache({ dir }), new DiskCache({ dir: join(dir, ".") })];
    expect(await other.get("GET /")).toEqual([]);
    await one.put("GET /", entry());
    expect(await other.get("GET /")).toEqual([entry()]);
    await other.delete("GET /");
    expect(await one.get("GET /")).toEqual([]);
  });

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

  it("never follows a link, and never stops at a folder or a pipe", async () => {
    const dir = newDir();
    const store = new DiskCache({ dir });
    await store.put("GET /", entry());
    const [path = ""] = entriesIn(dir);
    const secret = join(root, "secret");
    writeFileSync(secret, readFileSync(path));
    rmSync(path);
    symlinkSync(secret, path);
    expect(await store.get("GET /")).toEqual([]);
    await store.put("GET /", entry());
    expect(await store.get("GET /")).toEqual([entry()]);
    rmSync(path);
    mkdirSync(path);
    expect(await store.get("GET /")).toEqual([]);
  });

  it("reads a journal of which any part was lost, as far as it goes", async () => {
    const dir = newDir();
    const keys = ["GET /a", "GET /b", "GET /c"];
    await run({ dir }, async (store) => {
      for (const key of keys) await store.put(key, entry({ url: key }));
    });
    const journal = readFileSync(join(dir, "journal"));
    const range = fc.tuple(fc.nat(journal.length), fc.nat(journal.length));
    await fc.assert(
      fc.asyncProperty(range, fc.uint8Array({ maxLength: 9 }), async ([from, to], rubbish) => {
        const lost = [journal.subarray(0, from), rubbish, journal.subarray(Math.max(from, to))];
        writeFileSync(join(dir, "journal"), Buffer.concat(lost));
        await run({ dir }, async (store) => {
          await store.put("GET /new", entry());
          for (const key of keys) {
            const found = await store.get(key);
            if (found.length > 0) expect(found).toEqual([entry({ url: key })]);
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

  it("removes after an hour what a crashed process left, and nothing else", async () => {
    const dir = newDir();
    await run({ dir }, (store) => store.put("GET /", entry()));
    const [path = ""] = entriesIn(dir);
    const folder = join(path, "..");
    const orphan = path.slice(0, -1) + (path.endsWith("0") ? "1" : "0");
    const names = [`${path}.0a-1.tmp`, orphan, `${path}.0a-2.tmp`, join(folder, "notes.txt")];
    for (const name of names) writeFileSync(name, "half");
    const [temporary = "", , fresh = "", notes = ""] = names;
    for (const name of [temporary, orphan, notes, path]) utimesSync(name, 0, 0);
    await run({ dir }, (store) => store.put("GET /", entry()));
    expect(
      readdirSync(folder)
        .map((name) => join(folder, name))
        .toSorted(),
    ).toEqual([path, fresh, notes].toSorted());
  });

  it("keeps its journal short, and all that it says", async () => {
    const dir = newDir();
    await run({ dir, maxEntries: 3 }, async (store) => {
      for (let n = 0; n < 3000; n++) await store.put(`GET /${n % 4}`, entry());
      await store.get("GET /1");
    });
    const lines = readFileSync(join(dir, "journal"), "utf8").split("\n");
    expect(lines.length).toBeLessThan(3000);
    await run({ dir, maxEntries: 3 }, async (store) => {
      await store.put("GET /4", entry());
      const keys = Array.from({ length: 5 }, (_, n) => `GET /${n}`);
      expect(await lengths(store, keys)).toEqual([0, 1, 0, 1, 1]);
    });
  });

  it("rejects what cannot be written, and leaves nothing half done", async () => {
    const dir = newDir();
    const store = new DiskCache({ dir });
    await store.put("GET /", entry());
    const [path = ""] = entriesIn(dir);
    rmSync(path);
    mkdirSync(join(path, "in-the-way"), { recursive: true });
    await expect(store.put("GET /", entry())).rejects.toThrow(dir);
    await expect(store.put("GET /", entry({ body: new Uint8Array(100_000) }))).rejects.toThrow(dir);
    expect(readdirSync(join(path, ".."))).toHaveLength(1);
  });

  it("tells at its first use of a folder that is a file", async () => {
    const file = join(newDir(), "file");
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, "");
    const store = new DiskCache({ dir: file });
    await expect(store.check()).rejects.toThrow(`Cannot keep a cache in ${file}`);
    await expect(store.put("GET /", entry())).rejects.toThrow(file);
    await expect(new DiskCache({ dir: join(file, "below") }).check()).rejects.toThrow("below");
  });

  it("checks a folder that is there, or is not yet, and makes nothing", async () => {
    const dir = newDir();
    await new DiskCache({ dir: root }).check();
    await new DiskCache({ dir: join(dir, "deeper") }).check();
    expect(filesIn(root).filter((path) => path.startsWith(dir))).toEqual([]);
  });

  it("checks that a folder can be written", async () => {
    const dir = newDir();
    mkdirSync(dir);
    chmodSync(dir, 0o555);
    const script = new URL("../support/check-disk-cache.ts", import.meta.url);
    const { stdout } = await runChild(script, join(dir, "below"));
    expect(stdout).toBe(`Cannot keep a cache in ${join(dir, "below")}: EACCES`);
  }, 60_000);

  it.each([undefined, "", 7])("refuses the dir %j", (dir) => {
    // @ts-expect-error -- a mistake that types would find
    expect(() => new DiskCache({ dir })).toThrow('Expected "dir"');
  });

  it("serves whole entries only while processes write the same keys, and are killed at it", async () => {
    const dir = newDir();
    const writer = join(import.meta.dirname, "../support/disk-cache-writer.ts");
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
  }, 60_000);
});

let dirs = 0;

/** A folder that is not there yet. */
function newDir(): string {
  return join(root, `${++dirs}`);
}

/** One run of a process that uses the folder. */
async function run(
  options: DiskCacheOptions,
  use: (store: DiskCache) => Promise<void>,
): Promise<void> {
  using store = new DiskCache(options);
  await use(store);
}

function lengths(store: DiskCache, keys: readonly string[]): Promise<number[]> {
  return Promise.all(keys.map(async (key) => (await store.get(key)).length));
}

function filesIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true }).map((name) => join(dir, String(name)));
}

/** The files that hold entries, or look so. */
function entriesIn(dir: string): string[] {
  return filesIn(dir).filter((path) => /[\da-f]{32}$/.test(path) && statSync(path).isFile());
}
