import { describe, expect, it } from "vitest";

import { systemClock } from "../../src/service/clock.ts";
import {
  DatabaseError,
  readStory,
  retryFailed,
  type RetryFailedOptions,
  SqliteFrontier,
} from "../../src/sqlite/index.ts";
import { untyped } from "../support/untyped.ts";
import { leaveCrawl } from "./support/left-crawl.ts";
import { scratch } from "./support/scratch.ts";

describe("retryFailed", () => {
  it.each<[RetryFailedOptions, readonly string[]]>([
    [{}, ["/gone", "/slow"]],
    [{ reason: "failed" }, ["/gone", "/slow"]],
    [{ status: 404 }, ["/gone"]],
    [{ reason: "timeout" }, ["/slow"]],
    [{ reason: "refused" }, ["/shut"]],
    [{ reason: "robots" }, []],
    [{ host: "a.test", reason: "timeout" }, ["/slow"]],
    [{ host: "b.test" }, []],
    [{ reason: "timeout", status: 404 }, []],
  ])("has those wait again that %j asks for, and no others", async (options, paths) => {
    using disk = scratch();
    const file = disk.path("crawl.db");
    await leaveCrawl(file)[Symbol.asyncDispose]();
    expect(retryFailed(file, options)).toBe(paths.length);
    const all = ["/", "/old", "/gone", "/slow", "/shut", "/dull"];
    const again = all.filter((path) => readStory(file, `http://a.test${path}`).fate === "waits");
    expect(again).toEqual(paths);
    expect(retryFailed(file, options)).toBe(0);
  });

  it("gives them back their places, with no attempt made", async () => {
    using disk = scratch();
    const file = disk.path("crawl.db");
    await leaveCrawl(file)[Symbol.asyncDispose]();
    retryFailed(file);
    await using frontier = new SqliteFrontier({ file });
    const taken = frontier.take(9, systemClock.now());
    expect(taken.map(({ request }) => [request.url, request.attempts])).toEqual([
      ["http://a.test/gone", 0],
      ["http://a.test/slow", 0],
      ["http://a.test/new", 0],
    ]);
  });

  it("refuses a database that somebody has, and one that is none, which it does not make", () => {
    using disk = scratch();
    const file = disk.path("crawl.db");
    const frontier = leaveCrawl(file);
    expect(codeOf(file)).toBe("in_use");
    frontier.database.close();
    expect(codeOf(disk.path("none.db"))).toBe("cannot_open");
    expect(codeOf(disk.path("none.db"))).toBe("cannot_open");
  });

  it("refuses options that are none", () => {
    expect(() => retryFailed("x", untyped({ hots: "a.test" }))).toThrow('"hots"');
    expect(() => retryFailed("x", { status: 0.5 })).toThrow('"status"');
    expect(() => retryFailed("x", { reason: "" })).toThrow('"reason"');
  });
});

function codeOf(file: string): string {
  try {
    return String(retryFailed(file));
  } catch (error) {
    return error instanceof DatabaseError ? error.code : String(error);
  }
}
