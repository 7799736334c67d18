import { hash } from "node:crypto";
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";

import { describe, expect, it } from "vitest";

import { requireDriver } from "../../src/sqlite/driver.ts";
import { DatabaseError, readStatus, SqliteFrontier } from "../../src/sqlite/index.ts";
import { runChild } from "../support/child.ts";
import { killedCopy } from "./support/killed-copy.ts";
import { leaveCrawl } from "./support/left-crawl.ts";
import { scratch } from "./support/scratch.ts";

describe("readStatus", () => {
  it("tells what was fetched, waits, is delayed and held, and what failed how", async () => {
    using disk = scratch();
    const file = disk.path("crawl.db");
    await leaveCrawl(file)[Symbol.asyncDispose]();
    expect(readStatus(file)).toEqual({
      file,
      bytes: statSync(file).size,
      state: "stopped",
      runs: 1,
      begun: expect.any(Number),
      ended: expect.any(Number),
      pages: 1,
      redirects: 1,
      pending: 5,
      delayed: 1,
      holds: [{ host: "b.test", until: expect.any(Number) }],
      hosts: [
        { host: "b.test", pending: 3 },
        { host: "a.test", pending: 2 },
      ],
      items: 1,
      notFetched: { failed: 2, filtered: 1, refused: 1 },
      failures: [
        { code: "not_found", status: 404, count: 1 },
        { code: "timeout", status: null, count: 1 },
      ],
    });
  });

  it("tells of a crawl that runs, keeps it from nothing, and changes nothing", async () => {
    using disk = scratch();
    const file = disk.path("crawl.db");
    await using frontier = leaveCrawl(file);
    const before = digestOf(file);
    expect(readStatus(file)).toMatchObject({ state: "running", ended: null, pages: 1 });
    expect(digestOf(file)).toBe(before);
    frontier.leaveOut("http://a.test/2", { fate: "scope" });
    frontier.flush();
    expect(readStatus(file).notFetched).toMatchObject({ scope: 1 });
  });

  it("lets go of the file at once, so that a crawl that ends leaves one file", async () => {
    using disk = scratch();
    const file = disk.path("crawl's 100%.db");
    const frontier = leaveCrawl(file);
    expect(readStatus(file).state).toBe("running");
    await frontier[Symbol.asyncDispose]();
    expect(readdirSync(disk.path(""))).toEqual(["crawl's 100%.db", "crawl's 100%.db-lock"]);
  });

  it("undoes what a process was killed at that was making one file of it", async () => {
    using disk = scratch();
    const file = disk.path("crawl.db");
    await leaveCrawl(file)[Symbol.asyncDispose]();
    const status = readStatus(file);
    const connection = requireDriver(file).open(file);
    connection.exec("PRAGMA cache_size = 1; BEGIN; UPDATE requests SET url = hex(zeroblob(9000))");
    const killed = killedCopy(file, disk.path("killed.db"));
    connection.close();
    expect(readFileSync(`${killed}-journal`).subarray(0, 4)).toEqual(
      Buffer.from("d9d505f9", "hex"),
    );
    expect(readStatus(killed)).toEqual({ ...status, file: killed });
    expect(existsSync(`${killed}-journal`)).toBe(false);
  });

  it("tells where that cannot be undone, since the file or its folder must not be written", async () => {
    const script = new URL("support/undo-in-read-only.ts", import.meta.url);
    const { stderr, stdout } = await runChild(script);
    const told = [
      "read_only: /killed.db: what a process was killed at must be undone first, and it cannot be written",
      "read_only: /killed.db: the folder  cannot be written",
      1,
    ];
    expect(stdout || stderr).toBe(JSON.stringify(told));
  });

  it("tells a crawl that was broken off from one that is at its end, or has not begun", async () => {
    using disk = scratch();
    const frontier = leaveCrawl(disk.path("crawl.db"));
    const killed = killedCopy(disk.path("crawl.db"), disk.path("killed.db"));
    await frontier[Symbol.asyncDispose]();
    expect(readStatus(killed)).toMatchObject({ state: "broken_off", ended: null, pending: 5 });
    const done = disk.path("done.db");
    await new SqliteFrontier({ file: done })[Symbol.asyncDispose]();
    await new SqliteFrontier({ file: done })[Symbol.asyncDispose]();
    expect(readStatus(done)).toMatchObject({ state: "finished", runs: 2 });
    const empty = disk.path("empty.db");
    closeSync(openSync(empty, "w"));
    expect(readStatus(empty)).toMatchObject({ state: "empty", begun: null, pages: 0, bytes: 0 });
    expect(statSync(empty).size).toBe(0);
  });

  it("reads in a folder that must not be written, where no log was left by a kill", async () => {
    const script = new URL("support/read-in-read-only.ts", import.meta.url);
    const { stderr, stdout } = await runChild(script);
    const files = ["crawl.db", "crawl.db-lock", "killed.db", "killed.db-wal"];
    const told = [["stopped", 1, "fetched", 1, "read_only"], files];
    expect(stdout || stderr).toBe(JSON.stringify(told));
  });

  it("refuses a file that is none, or no database of a crawl", () => {
    using disk = scratch();
    const text = disk.path("text.db");
    writeFileSync(text, "no database at all, but long enough to be taken for one".repeat(20));
    expect(codeOf(disk.path("none.db"))).toBe("cannot_open");
    expect(codeOf(text)).toBe("not_a_database");
  });
});

/** Of the database and its log. */
function digestOf(file: string): string {
  return hash("sha256", Buffer.concat([readFileSync(file), readFileSync(`${file}-wal`)]));
}

function codeOf(file: string): string {
  try {
    return readStatus(file).state;
  } catch (error) {
    return error instanceof DatabaseError ? error.code : String(error);
  }
}
