import { fork } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";

import { describe, expect, it } from "vitest";

import { DiskCache } from "../../../src/layers/disk-cache/disk-cache.ts";
import { checkDisk } from "../../../src/layers/disk-cache/disk-check.ts";
import { runChild } from "../../support/child.ts";
import { plantLookalikes, plantVersion } from "../../support/other-versions.ts";
import { untyped } from "../../support/untyped.ts";
import { behavesLikeACacheStore, entry } from "../cache/cache-store-behaviour.ts";
import { entriesIn, filesIn, lengths, newDir, root, run } from "./disk-folders.ts";

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
    expect(relative(dir, file)).toMatch(/^v1-([\da-f])\/([\da-f])\/\1\2[\da-f]{30}$/);
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

  it("keeps it too where a process ended without disposing of the store", async () => {
    const dir = newDir();
    await runChild(new URL("../../support/use-disk-cache.ts", import.meta.url), dir);
    await run({ dir, maxEntries: 2 }, async (store) => {
      await store.put("c", entry());
      expect(await lengths(store, ["a", "b", "c"])).toEqual([1, 0, 1]);
    });
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

  it("keeps its journal short, and all that it says", async () => {
    const dir = newDir();
    await run({ dir, maxEntries: 3 }, async (store) => {
      for (let n = 0; n < 1000; n++) await store.put(`GET /${n % 4}`, entry());
      await store.get("GET /1");
    });
    const lines = readFileSync(join(dir, "v1-journal"), "utf8").split("\n");
    expect(lines.length).toBeLessThan(2000);
    await run({ dir, maxEntries: 3 }, async (store) => {
      await store.put("GET /4", entry());
      const keys = Array.from({ length: 5 }, (_, n) => `GET /${n}`);
      expect(await lengths(store, keys)).toEqual([0, 1, 0, 1, 1]);
    });
  });

  it("comes down to limits that were lowered by many, some at a time", async () => {
    const dir = newDir();
    await run({ dir }, async (store) => {
      for (let n = 0; n < 200; n++) await store.put(`GET /${n}`, entry());
    });
    await run({ dir, maxEntries: 3 }, async (store) => {
      await Promise.all([store.put("GET /new", entry()), store.put("GET /0", entry())]);
      expect(await lengths(store, ["GET /new", "GET /0", "GET /199"])).toEqual([1, 1, 1]);
    });
    expect(entriesIn(dir)).toHaveLength(3);
  });

  it("does not keep an entry with a key of more than 64 Ki characters", async () => {
    const store = new DiskCache({ dir: newDir() });
    for (const [length, kept] of [
      [64 * 1024, 1],
      [64 * 1024 + 1, 0],
    ] as const) {
      const key = "x".repeat(length);
      await store.put(key, entry());
      expect(await lengths(store, [key])).toEqual([kept]);
    }
  });

  it("keeps the variants of a key in the order of their age, whichever was used last, when its journal is shortened", async () => {
    const dir = newDir();
    await run({ dir, maxEntries: 6 }, async (store) => {
      for (const n of "123") await store.put("GET /", entry({ vary: { n } }));
      for (let n = 0; n < 1500; n++) {
        await store.put("GET /other", entry());
        expect(await ages(store)).toEqual(["3", "2", "1"]);
      }
    });
    await run({ dir }, async (store) => expect(await ages(store)).toEqual(["3", "2", "1"]));
  });

  it("reads nothing of another version of its format, and removes it with the first put", async () => {
    const dir = newDir();
    plantVersion(dir, 2);
    plantVersion(dir, 17);
    const store = new DiskCache({ dir });
    expect(await store.get("GET /")).toEqual([]);
    expect(readdirSync(dir)).toHaveLength(6);
    await store.put("GET /", entry());
    expect(readdirSync(dir).filter((name) => !/^v1-(journal|.)$/.test(name))).toEqual([]);
  });

  it("removes nothing of the user's whose name is such as another version gives", async () => {
    const dir = newDir();
    plantVersion(dir, 2);
    const theirs = plantLookalikes(dir, 2);
    const before = theirs.map((path) => readFileSync(path, "utf8"));
    await new DiskCache({ dir }).put("GET /", entry());
    expect(theirs.map((path) => readFileSync(path, "utf8"))).toEqual(before);
    expect(existsSync(join(dir, "v2-journal.new"))).toBe(false);
    expect(existsSync(join(dir, `v2-b/c/bc${"0".repeat(30)}`))).toBe(false);
  });

  it("lets nobody but its owner read what it keeps", async () => {
    const dir = join(newDir(), "deeper");
    await new DiskCache({ dir }).put("GET /", entry());
    for (const path of [dir, ...filesIn(dir)]) expect(statSync(path).mode & 0o077).toBe(0);
  });

  it("waits until what it stored would outlive a power cut only where it is told to", async () => {
    const script = new URL("../../support/use-disk-cache.ts", import.meta.url);
    const flushes = async (...fsync: readonly string[]): Promise<readonly string[]> => {
      const dir = newDir();
      mkdirSync(dir);
      const trace = join(dir, "trace.json");
      const flags = [
        "--trace-event-categories=node.fs.async",
        `--trace-event-file-pattern=${trace}`,
      ];
      const child = fork(script, [join(dir, "cache"), ...fsync], {
        execArgv: [...flags, "--import", "tsx"],
      });
      await once(child, "exit");
      return Array.from(
        readFileSync(trace, "utf8").matchAll(/"name":"(f\w*sync)"/g),
        ([, name = ""]) => name,
      );
    };
    expect(await flushes()).toEqual([]);
    expect(new Set(await flushes("fsync"))).toEqual(new Set(["fdatasync", "fsync"]));
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
    const script = new URL("../../support/check-disk-cache.ts", import.meta.url);
    const { stdout } = await runChild(script, join(dir, "below"));
    expect(stdout).toContain(`Cannot keep a cache in ${join(dir, "below")}: Error: EACCES`);
  });

  it("tells at once of a folder in which none can be made", async () => {
    const store = new DiskCache({ dir: "/proc/none/below" });
    await expect(store.put("GET /", entry())).rejects.toThrow("/proc");
    expect(await store.get("GET /")).toEqual([]);
  });

  it("lets the next run find what it stored after its folder was moved away, or replaced", async () => {
    const dir = newDir();
    const store = new DiskCache({ dir });
    const keys = Array.from({ length: 40 }, (_, n) => `GET /${n}`);
    for (const key of keys) await store.put(key, entry());
    cpSync(dir, `${dir}.copy`, { recursive: true });
    for (const there of [`${dir}.none`, `${dir}.copy`]) {
      renameSync(dir, newDir());
      if (existsSync(there)) renameSync(there, dir);
      for (const key of keys) await store.put(key, entry({ url: there }));
      const found = await Promise.all(keys.map((key) => store.get(key)));
      expect(found).toEqual(keys.map(() => [entry({ url: there })]));
      expect(await checkDisk(dir)).toMatchObject({ whole: 40, missing: [], unlisted: [] });
    }
    store[Symbol.dispose]();
    await run({ dir }, async (next) =>
      expect(await lengths(next, keys)).toEqual(keys.map(() => 1)),
    );
  });

  it.each([undefined, "", 7, "a\0b"])("refuses the dir %j", (dir) => {
    // @ts-expect-error -- a mistake that types would find
    expect(() => new DiskCache({ dir })).toThrow('Expected "dir"');
  });

  it("refuses an fsync that is neither true nor false", () => {
    expect(() => new DiskCache(untyped({ dir: "x", fsync: 1 }))).toThrow('Expected "fsync"');
  });

  it.each([{ folder: "cache" }, undefined])("refuses the options %j", (options) => {
    expect(() => new DiskCache(untyped(options))).toThrow("options of DiskCache");
  });
});

async function ages(store: DiskCache): Promise<readonly string[]> {
  return (await store.get("GET /")).map(({ vary }) => vary["n"] ?? "");
}
