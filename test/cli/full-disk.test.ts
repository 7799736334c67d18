import { existsSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { page } from "../../examples/demo/host.ts";
import { serveSite } from "../../examples/demo/site.ts";
import { type Ended, folder, start } from "./command.ts";

const full = "/dev/full";

describe.skipIf(!existsSync(full))("a standard output that takes no more", () => {
  it.each(["crawl", "fetch"])("is told in one line by %s, which exits 1", async (command) => {
    const { code, stderr } = await intoFull([command]);
    expect(code).toBe(1);
    expect(stderr.match(/^pagoda: .*$/gm)).toEqual([
      expect.stringMatching(/^pagoda: Cannot write to the standard output: ENOSPC/),
    ]);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  it("does not keep the figures of the crawl from being written", async () => {
    await using dir = await folder();
    const metrics = join(dir.path, "metrics.json");
    await intoFull(["crawl", "--metrics-json", metrics]);
    expect(JSON.parse(await readFile(metrics, "utf8"))).toMatchObject({ stopReason: "failed" });
  });

  it("is told where it was to be the help", async () => {
    await using file = await open(full, "w");
    const { code, stderr } = await start(["--help"], undefined, file.fd).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^pagoda: Cannot write to the standard output: ENOSPC.*\n$/);
  });
});

async function intoFull(args: readonly string[]): Promise<Ended> {
  await using file = await open(full, "w");
  await using site = await serveSite([{ name: "a.test", pages: [], routes: { "/": page("A") } }]);
  const resolve = `a.test:${site.port}:127.0.0.1`;
  const command = [...args, site.url("a.test", "/"), "--resolve", resolve];
  return await start(command, undefined, file.fd).ended;
}
