import { execFileSync } from "node:child_process";
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { symlinkSync, writeFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import {
  asDatabaseError,
  DatabaseError,
  type DatabaseProblem,
} from "../../src/sqlite/database-error.ts";
import { Database } from "../../src/sqlite/database.ts";
import { requireDriver } from "../../src/sqlite/driver.ts";
import { readStatus } from "../../src/sqlite/read-status.ts";
import { runChild } from "../support/child.ts";
import { scratch } from "./support/scratch.ts";

describe("Database", () => {
  it("makes a file, and leaves it as a single one beside the empty file of its lock", () => {
    using disk = scratch();
    const database = open(disk.path("crawl.db"));
    database.write("INSERT INTO holds (host, until) VALUES (?, ?)")("a.test", 5);
    database.close();
    expect(readdirSync(disk.path("")).toSorted()).toEqual(["crawl.db", "crawl.db-lock"]);
    expect(readFileSync(disk.path("crawl.db-lock"))).toHaveLength(0);
    const again = open(disk.path("crawl.db"));
    expect(again.read("SELECT until FROM holds WHERE host = ?").one("a.test")).toMatchObject({
      until: 5,
    });
    again.close();
  });

  it("refuses a file that is no database, and does not touch it", () => {
    using disk = scratch();
    const text = "It was a dark and stormy night.\n".repeat(100);
    writeFileSync(disk.path("novel.txt"), text);
    expect(problemOf(disk.path("novel.txt"))).toBe("not_a_database");
    expect(readFileSync(disk.path("novel.txt"), "utf8")).toBe(text);
    expect(readdirSync(disk.path(""))).toEqual(["novel.txt"]);
  });

  it("refuses the database of another program, and does not touch it", () => {
    using disk = scratch();
    const file = disk.path("other.db");
    sql(file, "CREATE TABLE songs (name TEXT)");
    const before = readFileSync(file);
    expect(problemOf(file)).toBe("foreign_database");
    expect(readFileSync(file)).toEqual(before);
    expect(readdirSync(disk.path(""))).toEqual(["other.db"]);
    sql(file, "DROP TABLE songs; PRAGMA application_id = 7");
    expect(problemOf(file)).toBe("foreign_database");
  });

  it("refuses a database of another version", () => {
    using disk = scratch();
    const file = disk.path("crawl.db");
    open(file).close();
    sql(file, "PRAGMA user_version = 99");
    expect(() => open(file)).toThrow(
      `${file}: another version of pagoda wrote it: expected format 2, got 99`,
    );
  });

  it("refuses a second who wants to write, until the first has let go", () => {
    using disk = scratch();
    const file = disk.path("crawl.db");
    const first = open(file);
    expect(() => open(file)).toThrow(
      `${file}: another process has it, or another part of this one; one at a time may use it`,
    );
    first.close();
    open(file).close();
  });

  it("refuses a second that comes by a link to the file, or to its folder", () => {
    using disk = scratch();
    mkdirSync(disk.path("real"));
    symlinkSync("real", disk.path("folder"));
    symlinkSync("real/crawl.db", disk.path("link.db"));
    const first = open(disk.path("link.db")); // which is not there yet
    expect(readdirSync(disk.path("")).toSorted()).toEqual(["folder", "link.db", "real"]);
    expect(problemOf(disk.path("real/crawl.db"))).toBe("in_use");
    expect(problemOf(disk.path("folder/crawl.db"))).toBe("in_use");
    expect(readStatus(disk.path("folder/crawl.db")).state).toBe("running");
    first.close();
    expect(problemOf(disk.path("folder/crawl.db"))).toBeUndefined();
  });

  it("refuses a file with two names, of which each would have a lock of its own", () => {
    using disk = scratch();
    const file = disk.path("crawl.db");
    open(file).close();
    linkSync(file, disk.path("other.db"));
    for (const use of [open, readStatus]) {
      expect(() => use(file)).toThrow(`${file}: it has 2 names (hard links)`);
      expect(() => use(disk.path("other.db"))).toThrow(DatabaseError);
    }
    expect(readdirSync(disk.path("")).toSorted()).toEqual([
      "crawl.db",
      "crawl.db-lock",
      "other.db",
    ]);
  });

  it.runIf(process.platform === "linux")("refuses a pipe and a device, and opens neither", () => {
    using disk = scratch();
    execFileSync("mkfifo", [disk.path("pipe")]);
    for (const file of [disk.path("pipe"), "/dev/null"]) {
      expect(() => open(file)).toThrow(`${file}: it is no file`);
      expect(() => readStatus(file)).toThrow(`${file}: it is no file`);
    }
    expect(readdirSync(disk.path(""))).toEqual(["pipe"]);
  });

  it("tells of links that go in a circle", () => {
    using disk = scratch();
    symlinkSync("circle.db", disk.path("circle.db"));
    expect(problemOf(disk.path("circle.db"))).toBe("cannot_open");
  });

  it("lets others read meanwhile", () => {
    using disk = scratch();
    const file = disk.path("crawl.db");
    const database = open(file);
    database.write("INSERT INTO holds (host, until) VALUES (?, ?)")("a.test", 5);
    database.flush();
    const reader = requireDriver(file).open(file);
    expect(reader.prepare("SELECT count(*) AS count FROM holds").get()).toMatchObject({ count: 1 });
    database.write("DELETE FROM holds WHERE until > ?")(0);
    reader.close();
    database.close();
  });

  it.each([
    ["there is no folder", (path: string) => `${path}/none/crawl.db`],
    ["it is no file", (path: string) => (mkdirSync(`${path}/folder`), `${path}/folder`)],
  ])("tells that %s", (message, fileIn) => {
    using disk = scratch();
    const file = fileIn(disk.path(""));
    expect(() => open(file)).toThrow(message);
    expect(problemOf(file)).toBe("cannot_open");
    expect(existsSync(`${file}-lock`)).toBe(false);
  });

  it("tells what must not be written: a new file, a folder, a file", async () => {
    const script = new URL("support/read-only.ts", import.meta.url);
    const { stderr, stdout } = await runChild(script);
    expect(stdout || stderr).toBe(JSON.stringify(["read_only", 0, "read_only", "read_only"]));
  });

  it("tells that another has it, also where that one has not come to lock it", () => {
    for (const errcode of [5, 6, 15]) {
      const error = asDatabaseError("crawl.db", Object.assign(new Error("locked"), { errcode }));
      expect(error).toMatchObject({ code: "in_use", file: "crawl.db" });
    }
  });

  it("tells that there is no driver, and what to do", () => {
    expect(() => requireDriver("crawl.db", [])).toThrow(
      'crawl.db: there is no driver for SQLite: use Node 22.13 or later, or run "npm install libsql"',
    );
  });

  it("has each problem in its page of the docs", () => {
    const source = readFileSync("src/sqlite/database-error.ts", "utf8");
    const [, union = ""] = /type DatabaseProblem =([^;]*);/.exec(source) ?? [];
    const codes = [...union.matchAll(/"(\w+)"/g)].map(([, code]) => code);
    const page = readFileSync("docs/durable.md", "utf8");
    const told = [...page.matchAll(/^\| `(\w+)`/gm)].map(([, code]) => code);
    expect(told).toEqual(codes);
  });

  it("throws in close() what nobody was told yet, and only that", async () => {
    using disk = scratch();
    const told: string[] = [];
    const database = new Database(disk.path("crawl.db"), () => told.push("failed"));
    database.write("INSERT INTO options (name, value) VALUES (?, ?)")("a", "b");
    sqlAt(database, "ROLLBACK"); // so that the commit fails
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toEqual(["failed"]);
    expect(() => database.close()).toThrow(DatabaseError);
    expect(() => database.close()).not.toThrow();
    expect(() => database.check()).toThrow(DatabaseError);
  });

  it("throws that it was closed once it was", () => {
    using disk = scratch();
    const database = open(disk.path("crawl.db"));
    const write = database.write("DELETE FROM holds WHERE until > ?");
    database.close();
    expect(() => write(0)).toThrow("crawl.db: it was closed");
  });
});

function open(file: string): Database {
  return new Database(file, () => {});
}

function problemOf(file: string): DatabaseProblem | undefined {
  try {
    open(file).close();
    return undefined;
  } catch (error) {
    if (error instanceof DatabaseError) return error.code;
    throw error;
  }
}

/** What another program does to a database. */
function sql(file: string, text: string): void {
  const connection = requireDriver(file).open(file);
  connection.exec(text);
  connection.close();
}

function sqlAt(database: Database, text: string): void {
  database.read(text).all();
}
