import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { csv } from "../../../src/engine/items/csv/csv.ts";
import { jsonLines } from "../../../src/engine/items/json-lines.ts";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pagoda-files-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("requireUnused", () => {
  it("keeps a second sink from a file that one writes to, by whatever name, until that is closed", async () => {
    const [file, link] = [join(folder, "a.jsonl"), join(folder, "link")];
    await writeFile(file, "");
    await symlink(file, link);
    const first = jsonLines<object>(file);
    await first.open?.();
    await first.write({ a: 1 });
    for (const second of [jsonLines(file), jsonLines(link, { append: true }), csv(link)]) {
      await expect(Promise.resolve(second.open?.())).rejects.toThrow(
        "Expected a file of its own for each sink: got ",
      );
    }
    await first.close?.();
    expect(await readFile(file, "utf8")).toBe('{"a":1}\n');
    const next = csv(link);
    await next.open?.();
    await next.close?.();
  });

  it("knows a table again that was written anew", async () => {
    const file = join(folder, "a.csv");
    const sink = csv<object>(file);
    await sink.open?.();
    await sink.write({ a: 1 });
    await sink.write({ b: 1 });
    await expect(Promise.resolve(csv(file).open?.())).rejects.toThrow("for each sink");
    await sink.close?.();
  });
});

describe("use", () => {
  it.skipIf(process.platform !== "linux")("lets sinks share what is no file", async () => {
    const sinks = [jsonLines("/dev/null"), jsonLines("/dev/null")];
    for (const sink of sinks) await expect(Promise.resolve(sink.open?.())).resolves.toBeUndefined();
    for (const sink of sinks) await sink.close?.();
  });
});
