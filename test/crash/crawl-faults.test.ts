import { type ChildProcess, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

import { describe, expect, it } from "vitest";

import { request } from "../../src/engine/page/crawl-request.ts";
import { requireDriver } from "../../src/sqlite/driver.ts";
import { SqliteFrontier } from "../../src/sqlite/index.ts";
import { scratch } from "../sqlite/support/scratch.ts";
import { COMMAND, command, crawlArgs } from "./crash-command.ts";
import { CrashServer } from "./crash-server.ts";
import { CrashSite } from "./crash-site.ts";
import { wrongAtEnd } from "./left-crawl.ts";

const nobody = { uid: 65_534, gid: 65_534 };
/** Only root can be somebody else, who must be able to read where the command and Node are. */
const canBeNobody =
  process.getuid?.() === 0 && spawnSync(COMMAND[0], [COMMAND[1], "--version"], nobody).status === 0;
const nowhere = "http://127.0.0.1:9/";

describe("pagoda crawl --state of a file that it cannot use", { concurrent: true }, () => {
  it.each([
    ["no database", "this is no SQLite database", asText],
    ["a database of another program", "it is the database of another program", asSongs],
    ["a database of another version", "another version of pagoda wrote it", asOtherVersion],
    ["a database that was cut short", "the file is damaged", asCut],
    ["a database of which a part was overwritten", "the file is damaged", asOverwritten],
    ["a folder", "it is no file", asFolder],
  ])("refuses %s, and leaves it as it is", async (_, message, make) => {
    using disk = scratch();
    const state = disk.path("crawl.db");
    await Promise.resolve(make(state));
    const start = `pagoda: ${state}: ${message}`;
    const before = bytesIn(disk.path(""));
    for (const args of [
      ["crawl", nowhere, "--out", disk.path("pages.jsonl"), "--state"],
      ["status"],
    ]) {
      const { code, stderr } = await command([...args, state]);
      expect({ code, stderr: stderr.slice(0, start.length) }).toEqual({ code: 2, stderr: start });
      expect(stderr.trimEnd()).not.toContain("\n");
    }
    expect(bytesIn(disk.path(""))).toEqual(before);
  });

  it("refuses one that another program has locked, once it has waited", async () => {
    using disk = scratch();
    const state = disk.path("crawl.db");
    await fill(state);
    const before = bytesIn(disk.path(""));
    const other = requireDriver(state).open(state);
    other.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
    const { code, stderr } = await command(["crawl", "--state", state]);
    other.close();
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("has it") });
    expect(bytesIn(disk.path(""))).toEqual(before);
  });

  it.runIf(canBeNobody)("refuses one in a folder that it must not write", async () => {
    using disk = scratch();
    const state = disk.path("crawl.db");
    await fill(state);
    for (const path of ["", ...readdirSync(disk.path(""))])
      chownSync(disk.path(path), nobody.uid, nobody.gid);
    chmodSync(disk.path(""), 0o555);
    const before = bytesIn(disk.path(""));
    for (const file of [state, disk.path("new.db")]) {
      const { code, stderr } = await command(["crawl", nowhere, "--state", file], nobody);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("written") });
    }
    expect(bytesIn(disk.path(""))).toEqual(before);
  });
});

describe("a second process on the database of a crawl", () => {
  it("is refused, and the first is not disturbed", async () => {
    using disk = scratch();
    const site = new CrashSite(3, 60);
    await using server = await CrashServer.start(site);
    const files = { state: disk.path("crawl.db"), out: disk.path("pages.jsonl") };
    let child: ChildProcess | undefined;
    const first = command(crawlArgs(server, files), { onStart: (of) => (child = of) });
    await new Promise<void>((resolve) => server.after(10, resolve));
    child?.kill("SIGSTOP"); // so that it does not end before the second begins
    const second = await command(crawlArgs(server, { ...files, out: disk.path("other.jsonl") }));
    const status = await command(["status", files.state]);
    child?.kill("SIGCONT");
    expect(second).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/another process has it/),
    });
    expect(status).toMatchObject({ code: 0, stdout: expect.stringContaining("at work on it") });
    expect(await first).toMatchObject({ code: 0, stderr: "" });
    expect(await wrongAtEnd(files, site, server)).toEqual([]);
    expect(existsSync(disk.path("other.jsonl"))).toBe(false);
  });
});

describe("a crawl whose disk is full", () => {
  it("fails, tells so, and goes on once there is room", async () => {
    using disk = scratch();
    const site = new CrashSite(3, 60);
    await using server = await CrashServer.start(site);
    const files = { state: disk.path("crawl.db"), out: disk.path("pages.jsonl") };
    for (const blocks of [200, 400]) {
      const { code, stderr } = await command(crawlArgs(server, files), {}, limitedTo(blocks));
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(/^pagoda: .*the disk /),
      });
    }
    expect(await command(crawlArgs(server, files))).toMatchObject({ code: 0, stderr: "" });
    expect(await wrongAtEnd(files, site, server)).toEqual([]);
  });
});

function asText(file: string): void {
  writeFileSync(file, "It was a dark and stormy night.\n".repeat(100));
}

function asSongs(file: string): void {
  sql(file, "CREATE TABLE songs (name TEXT)");
}

async function asOtherVersion(file: string): Promise<void> {
  await fill(file);
  sql(file, "PRAGMA user_version = 99");
}

async function asCut(file: string): Promise<void> {
  await fill(file);
  truncateSync(file, 20_000);
}

/** All but the first page, in which it is told what the file is. */
async function asOverwritten(file: string): Promise<void> {
  await fill(file);
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill("x", 4096));
}

function asFolder(file: string): void {
  mkdirSync(file);
}

/** Makes the database of a crawl, of some pages. */
async function fill(file: string): Promise<void> {
  await using frontier = new SqliteFrontier({ file });
  frontier.add(Array.from({ length: 500 }, (_, n) => request(`${nowhere}${n}`)));
}

function sql(file: string, text: string): void {
  const connection = requireDriver(file).open(file);
  connection.exec(text);
  connection.close();
}

/** What each file of a folder holds; nothing of one that is a folder. */
function bytesIn(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { withFileTypes: true }).filter((file) => file.isFile());
  return Object.fromEntries(
    files.map(({ name }) => [name, readFileSync(resolve(folder, name), "base64")]),
  );
}

/** What starts the command where no file may grow beyond so many blocks of 512 bytes. */
function limitedTo(blocks: number): readonly [string, ...string[]] {
  return ["sh", "-c", `ulimit -f ${blocks}; exec "$0" "$@"`, ...COMMAND];
}
