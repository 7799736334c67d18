import { fork } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { DiskCache } from "../../../src/layers/disk-cache/disk-cache.ts";
import { entry } from "../cache/cache-store-behaviour.ts";
import { entriesIn, lengths, newDir, root, run } from "./disk-folders.ts";

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
  }, 60_000);
});
