import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { crawl } from "../../src/engine/crawl.ts";
import { csv } from "../../src/engine/items/csv/csv.ts";
import { jsonLines } from "../../src/engine/items/json-lines.ts";
import { request } from "../../src/engine/page/crawl-request.ts";
import { SqliteFrontier } from "../../src/sqlite/index.ts";
import { fakeSite } from "../support/fake-site.ts";
import { withFiles } from "../support/with-files.ts";
import { scratch } from "./support/scratch.ts";

const PAGES = 60;

describe("the files of a deterministic crawl with a SqliteFrontier", () => {
  it("are the same over two runs, byte for byte, however long each answer takes", async () => {
    const [one, other] = [await filesOf(1), await filesOf(7)];
    expect(one).toBe(other);
    expect(one.split("\n").length).toBeGreaterThan(2 * PAGES);
  });
});

/** What a crawl writes as JSON Lines and CSV, of pages that answer sooner or later by `speed`. */
async function filesOf(speed: number): Promise<string> {
  using disk = scratch();
  const latencyMs = (url: string): number => 1 + ((numberOf(url) * 37 * speed) % 101);
  const site = fakeSite(() => ({ status: 200 }), { latencyMs });
  const { clock } = site;
  const outs = [disk.path("out.jsonl"), disk.path("out.csv")] as const;
  await using frontier = new SqliteFrontier({ file: disk.path("crawl.db"), clock });
  const run = crawl<object>({
    service: site.stack,
    frontier,
    deterministic: true,
    start: ["http://a.test/0", "http://b.test/1"],
    trapGuard: false,
    parse({ url }) {
      const n = numberOf(url);
      const links = [2 * n + 1, 2 * n + 2].filter((link) => link < PAGES);
      return [{ n }, ...links.map((link) => request(`http://${"ab"[link % 2]}.test/${link}`))];
    },
    sinks: [jsonLines(outs[0]), csv(outs[1])],
  });
  await withFiles(clock, run.done());
  return outs.map((out) => readFileSync(out, "utf8")).join("");
}

function numberOf(url: string): number {
  return Number(new URL(url).pathname.slice(1));
}
