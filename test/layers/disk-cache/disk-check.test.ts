import {
  appendFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { checkDisk, repairDisk } from "../../../src/layers/disk-cache/disk-check.ts";
import { processMark } from "../../../src/layers/disk-cache/process-mark.ts";
import { entry } from "../cache/cache-store-behaviour.ts";
import { entriesIn, lengths, newDir, run } from "./disk-folders.ts";

const keys = ["a", "b", "c"];

describe("checkDisk", () => {
  it("finds nothing wrong with what a store has written", async () => {
    const dir = await filled();
    expect(await checkDisk(dir)).toMatchObject({ whole: 3, ...nothing });
  });

  it("finds entries that are cut off, changed, under another name, or no files", async () => {
    const dir = await filled();
    const [cut = "", other = "", none = ""] = entriesIn(dir);
    truncateSync(cut, 30);
    const name = join(other, "..", other.slice(-32, -1) + (other.endsWith("0") ? "1" : "0"));
    renameSync(other, name);
    rmSync(none);
    mkdirSync(none);
    const { broken, missing, whole } = await checkDisk(dir);
    expect(broken.map(({ path }) => path).toSorted()).toEqual([cut, name, none].toSorted());
    expect(whole).toBe(0);
    expect(missing.map(({ id }) => id)).toEqual([other.slice(-32)]);
  });

  it("finds what processes that have ended did not finish, and not what is under way", async () => {
    const dir = await filled();
    const [path = ""] = entriesIn(dir);
    const ended = `${path}.${processMark().replace(/-\d+-/, "-999999999-")}-0123456789ab-1.tmp`;
    for (const name of [ended, `${path}.${processMark()}-0123456789ab-1.tmp`]) {
      writeFileSync(name, "");
    }
    expect((await checkDisk(dir)).left.map(({ path }) => path)).toEqual([ended]);
  });

  it("finds what the journal does not know, or does not know right", async () => {
    const dir = await filled();
    rmSync(join(dir, "v1-journal"));
    const { missing, unlisted, whole } = await checkDisk(dir);
    expect(whole).toBe(3);
    expect(unlisted.map(({ key }) => key).toSorted()).toEqual(keys);
    expect(missing).toEqual([]);
  });
});

describe("repairDisk", () => {
  it("leaves what is whole, and a journal that says so", async () => {
    const dir = await filled();
    const [cut = "", gone = ""] = entriesIn(dir);
    appendFileSync(cut, "more");
    rmSync(gone);
    repairDisk(dir, await checkDisk(dir));
    expect(existsSync(cut)).toBe(false);
    expect(await checkDisk(dir)).toMatchObject({ whole: 1, ...nothing });
  });

  it("lets entries be found that the journal had lost", async () => {
    const dir = await filled();
    rmSync(join(dir, "v1-journal"));
    repairDisk(dir, await checkDisk(dir));
    await run({ dir }, async (store) => expect(await lengths(store, keys)).toEqual([1, 1, 1]));
    expect(await checkDisk(dir)).toMatchObject({ whole: 3, ...nothing });
  });
});

const nothing = { broken: [], left: [], missing: [], unlisted: [] };

async function filled(): Promise<string> {
  const dir = newDir();
  await run({ dir }, async (store) => {
    for (const key of keys) await store.put(key, entry());
  });
  return dir;
}
