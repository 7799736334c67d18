import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, readlink, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { replaceFile } from "../../src/cli/replace-file.ts";
import { leftBeside } from "../support/left-beside.ts";
import { folder } from "./command.ts";

describe("replaceFile", () => {
  it("makes a file, or puts it in the place of another, and leaves nothing beside", async () => {
    await using dir = await folder();
    const file = join(dir.path, "file");
    await replaceFile(file, "first");
    await replaceFile(file, "second");
    expect(await readdir(dir.path)).toEqual(["file"]);
    expect(await readFile(file, "utf8")).toBe("second");
  });

  it("leaves nothing behind where it fails", async () => {
    await using dir = await folder();
    await mkdir(join(dir.path, "folder"));
    await expect(replaceFile(join(dir.path, "folder"), "text")).rejects.toThrow("EISDIR");
    await expect(replaceFile(join(dir.path, "none", "file"), "text")).rejects.toThrow("ENOENT");
    expect(await readdir(dir.path)).toEqual(["folder"]);
  });

  it("removes what a process has left that was killed at it", async () => {
    await using dir = await folder();
    const file = join(dir.path, "file");
    await writeFile(leftBeside(file), "te");
    await replaceFile(file, "text");
    expect(await readdir(dir.path)).toEqual(["file"]);
  });

  it("follows a link to the file", async () => {
    await using dir = await folder();
    const [file, link] = [join(dir.path, "file"), join(dir.path, "link")];
    await writeFile(file, "first");
    await symlink(file, link);
    await replaceFile(link, "second");
    expect(await readFile(file, "utf8")).toBe("second");
  });

  it("makes the file that a link leads to, and leaves the link", async () => {
    await using dir = await folder();
    const [file, link] = [join(dir.path, "file"), join(dir.path, "link")];
    await symlink("file", link);
    await replaceFile(link, "text");
    expect(await readFile(file, "utf8")).toBe("text");
    expect(await readlink(link)).toBe("file");
  });

  it("writes to a pipe when somebody reads it", async () => {
    await using dir = await folder();
    const pipe = join(dir.path, "pipe");
    execFileSync("mkfifo", [pipe]);
    const written = replaceFile(pipe, "text");
    expect(await readFile(pipe, "utf8")).toBe("text");
    await written;
    expect(await readdir(dir.path)).toEqual(["pipe"]);
  });

  it("writes to what is no regular file", async () => {
    await replaceFile("/dev/null", "text");
    expect(await readFile("/dev/null", "utf8")).toBe("");
  });
});
