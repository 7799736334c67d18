import { copyFileSync, linkSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { runChild } from "../../support/child.ts";
import { entry } from "../cache/cache-store-behaviour.ts";
import { entriesIn, lengths, newDir, run } from "./disk-folders.ts";

describe("DiskCache, when somebody else handles its files", () => {
  it("misses and removes the file of another variant of the same key", async () => {
    const dir = newDir();
    const [one, other] = ["1", "2"].map((a) => entry({ url: a, vary: { a } }));
    if (!one || !other) throw new Error("There are two.");
    await run({ dir }, async (store) => {
      await store.put("GET /", one);
      const [from = ""] = entriesIn(dir);
      await store.put("GET /", other);
      expect(await store.get("GET /")).toEqual([other, one]);
      const to = entriesIn(dir).find((path) => path !== from) ?? "";
      copyFileSync(from, to);
      expect(await store.get("GET /")).toEqual([one]);
      expect(entriesIn(dir)).toEqual([from]);
      await store.put("GET /", other);
      copyFileSync(from, to);
    });
    await run({ dir }, async (store) => expect(await store.get("GET /")).toEqual([one]));
    expect(entriesIn(dir)).toHaveLength(1);
  });

  it("neither changes nor forgets a journal that has another name too", async () => {
    const dir = newDir();
    const backup = newDir();
    await run({ dir }, (store) => store.put("GET /old", entry()));
    linkSync(join(dir, "v1-journal"), backup);
    const before = readFileSync(backup);
    for (const keys of [["GET /old"], ["GET /old", "GET /new"]]) {
      await run({ dir }, async (store) => {
        await store.put("GET /new", entry());
        expect(await lengths(store, keys)).toEqual(keys.map(() => 1));
      });
    }
    expect(readFileSync(backup)).toEqual(before);
    expect(readdirSync(dir)).not.toContain("v1-journal.new");
  });

  it("removes as many variants as it can, where one of them cannot be removed", async () => {
    const script = new URL("../../support/stuck-variant.ts", import.meta.url);
    const { stdout } = await runChild(script);
    expect(JSON.parse(stdout)).toEqual({ message: "EACCES: permission denied, unlink", left: 1 });
  });
});
