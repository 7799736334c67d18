import { mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { realFile } from "../../src/sqlite/real-file.ts";
import { folder } from "../cli/command.ts";

describe("realFile", () => {
  it("follows links to a file that is there, and to one that is not", async () => {
    await using dir = await folder();
    const real = await realpath(dir.path);
    await mkdir(join(dir.path, "folder"));
    await writeFile(join(dir.path, "folder", "there"), "");
    await symlink("folder", join(dir.path, "way"));
    for (const name of ["there", "missing"]) {
      await symlink(join("way", name), join(dir.path, `to-${name}`));
      await symlink(`to-${name}`, join(dir.path, `to-to-${name}`));
      expect(realFile(join(dir.path, `to-to-${name}`))).toBe(join(real, "folder", name));
    }
  });

  it("leaves a path that leads nowhere", async () => {
    await using dir = await folder();
    const path = join(dir.path, "none", "file");
    expect(realFile(path)).toBe(path);
  });

  it("throws where links go in a circle", async () => {
    await using dir = await folder();
    await symlink("circle", join(dir.path, "circle"));
    expect(() => realFile(join(dir.path, "circle"))).toThrow("ELOOP");
  });
});
