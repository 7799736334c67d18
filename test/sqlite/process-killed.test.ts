import { execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";

import { describe, expect, it } from "vitest";

import { SqliteFrontier } from "../../src/sqlite/index.ts";
import { serveHttp } from "../support/server.ts";
import { scratch } from "./support/scratch.ts";

const PAGES = 60;
const WORKERS = 4;

describe("a process that crawls with a SqliteFrontier", () => {
  it("goes on where it stood when it was killed, whatever it was at", async () => {
    using disk = scratch();
    await using site = await serveHttp((request, response) => {
      const n = Number(request.url?.slice(1));
      const links = [2 * n + 1, 2 * n + 2].filter((to) => to < PAGES);
      response.setHeader("content-type", "text/html");
      response.end(`page ${n} ${links.map((to) => `<a href="/${to}">${to}</a>`).join(" ")}`);
    });
    const start = `${site.origin}/0`;
    const parsed: string[] = [];
    const kills = [1, 9, 14];
    for (const after of [...kills, Infinity]) {
      parsed.push(...(await crawlUntil(after, disk.path("crawl.db"), start)));
    }
    const pages = Array.from({ length: PAGES }, (_, n) => `/${n}`);
    expect(new Set(parsed)).toEqual(new Set([...pages, "end"]));
    expect(parsed.length - PAGES - 1).toBeLessThanOrEqual(kills.length * WORKERS);
    await using frontier = new SqliteFrontier({ file: disk.path("crawl.db") });
    expect(frontier.stats()).toEqual({ pending: 0, leased: 0, held: 0, seen: PAGES });
  });

  it("keeps all that was committed where the disk takes no more, and tells why it ended", async () => {
    using disk = scratch();
    const file = disk.path("crawl.db");
    const script = new URL("support/fill-disk.ts", import.meta.url).pathname;
    // Files of the process may not grow beyond that; Node ignores the signal, so writes fail.
    const limited = 'ulimit -f 2048; exec "$0" --import tsx "$@"';
    const told = execFileSync("sh", ["-c", limited, process.execPath, script, file]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the script writes
    const { code, committed } = JSON.parse(String(told)) as { code: string; committed: number };
    expect([code, committed > 10]).toEqual(["disk_full", true]);
    await using frontier = new SqliteFrontier({ file });
    expect(frontier.stats()).toEqual({ pending: committed, leased: 0, held: 0, seen: committed });
    expect(frontier.database.read("PRAGMA integrity_check").all()).toEqual([
      expect.objectContaining({ integrity_check: "ok" }),
    ]);
  });
});

/** Has a process crawl until it has told of so many pages, then kills it. Gives what it told. */
async function crawlUntil(count: number, file: string, start: string): Promise<readonly string[]> {
  const script = new URL("support/crawl-loopback.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, ["--import", "tsx", script, file, start], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const told: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    told.push(line);
    if (told.length === count) child.kill("SIGKILL");
  }
  return told;
}
