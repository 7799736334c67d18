import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { type Host, page } from "../../examples/demo/host.ts";
import { serveSite } from "../../examples/demo/site.ts";
import type { CrawlValues } from "../../src/cli/crawl-command.ts";
import { limitsOption } from "../../src/cli/limits-option.ts";
import { folder, itemsOf, pagoda } from "./command.ts";
import { valuesOf } from "./config/configured.ts";

describe("--max-memory", () => {
  it("stops a crawl with its state saved and says why, and it goes on where there is more", async () => {
    await using dir = await folder();
    await using site = await serveSite([shop]);
    const file = join(dir.path, "pagoda.toml");
    await writeFile(file, configOf(site.port));
    const crawl = ["crawl", site.url("shop.test", "/"), "--config", file];
    const stopped = await pagoda(crawl);
    expect(stopped).toMatchObject({ code: 0, stdout: "" });
    expect(stopped.stderr).toContain("Stopped at --max-memory after");
    const metrics: unknown = JSON.parse(await readFile(join(dir.path, "figures.json"), "utf8"));
    expect(metrics).toMatchObject({ stopReason: "rssBytes", pages: 0 });
    expect(site.log).toEqual([]);
    const finished = await pagoda([...crawl, "--max-memory", "100GB"]);
    expect(finished).toMatchObject({ code: 0 });
    expect(itemsOf(finished.stdout).map(({ title }) => title)).toEqual(["Shop", "A"]);
  });
});

describe("limitsOption", () => {
  it("is absent where nothing is limited", async () => {
    expect(await limitsOf([])).toBeUndefined();
  });

  it("slows from 80 % of --max-memory, above --max-cpu, and below twice --min-free-disk", async () => {
    expect(await limitsOf(["--max-memory=2GB", "--max-cpu=80%", "--min-free-disk=1GB"])).toEqual({
      rssBytes: { soft: 1.6e9, hard: 2e9 },
      cpuShare: { soft: 0.8 },
      freeDiskBytes: { soft: 2e9, hard: 1e9, folders: ["."] },
    });
  });

  it("looks at the disks of all that is written", async () => {
    const outputs = ["--out=a/x", "--state=b/y", "--cache=c", "--metrics-json=a/z"];
    expect((await limitsOf(["--min-free-disk=1GB", ...outputs]))?.freeDiskBytes).toMatchObject({
      folders: ["a", "b", "c"],
    });
    expect((await limitsOf(["--min-free-disk=1GB", "--out=-"]))?.freeDiskBytes).toMatchObject({
      folders: ["."],
    });
  });
});

const shop: Host = {
  name: "shop.test",
  pages: [],
  routes: { "/": page("Shop", ["/a"]), "/a": page("A") },
};

function configOf(port: number): string {
  return `
resolve = "shop.test:${port}:127.0.0.1"
[crawl]
state = "crawl.db"
metrics-json = "figures.json"
delay = 0
max-memory = "1MB"
`;
}

async function limitsOf(flags: readonly string[]): Promise<ReturnType<typeof limitsOption>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the command acts on
  return limitsOption((await valuesOf("crawl", flags)) as unknown as CrawlValues);
}
