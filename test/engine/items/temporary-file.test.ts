import { mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { removeUnfinished, temporaryFor } from "../../../src/engine/items/temporary-file.ts";
import { leftBeside } from "../../support/left-beside.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "pagoda-temporary-"));
});
afterEach(() => rm(folder, { recursive: true }));

describe("temporaryFor", () => {
  it("gives another each time, in the same folder", () => {
    const [first, second] = [temporaryFor("/a/b.csv"), temporaryFor("/a/b.csv")];
    expect(first).toMatch(/^\/a\/b\.csv\.[\w-]+\.tmp$/);
    expect(first).not.toBe(second);
  });
});

describe("removeUnfinished", () => {
  it("removes what processes have left that have ended, also by a link to the file", async () => {
    const [file, link] = [join(folder, "a.csv"), join(folder, "link")];
    await Promise.all(
      [file, leftBeside(file), leftBeside(file)].map((path) => writeFile(path, "")),
    );
    await symlink(file, link);
    await removeUnfinished(link);
    expect(await readdir(folder)).toEqual(["a.csv", "link"]);
  });

  it("leaves what is under way, what is another file's, and what has such a name by chance", async () => {
    const file = join(folder, "a.csv");
    const others = [
      temporaryFor(file),
      leftBeside(join(folder, "a.csv.csv")),
      `${file}.1.tmp`,
      `${file}.tmp`,
    ];
    await Promise.all(others.map((path) => writeFile(path, "")));
    await removeUnfinished(file);
    const names = others.map((path) => basename(path)).toSorted();
    expect((await readdir(folder)).toSorted()).toEqual(names);
  });

  it("fails for nobody, whatever the file is", async () => {
    await removeUnfinished(join(folder, "none", "a.csv"));
    await removeUnfinished("/dev/null");
    expect(await readdir(folder)).toEqual([]);
  });
});
