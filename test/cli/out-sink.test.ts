import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, it } from "vitest";

import { formatFor } from "../../src/cli/out-format.ts";
import { outSinks } from "../../src/cli/out-sink.ts";
import { UsageError } from "../../src/cli/usage-error.ts";
import { isResumable } from "../../src/engine/items/sink.ts";

it("says once of a file to go on with that it is gone", async () => {
  const folder = await mkdtemp(join(tmpdir(), "pagoda-out-"));
  const out = join(folder, "pages.jsonl");
  const [sink] = await outSinks(out, formatFor(out, "jsonl"));
  if (!sink || !isResumable(sink)) throw new Error("no sink to go on with");
  const gone = sink.resume({ size: 7, end: "" });
  await expect(gone).rejects.toThrow(
    new UsageError(
      `--out: Expected ${out} as the crawl has left it, of 7 bytes or more: got no such file. ` +
        "Put it back as it was, or write to another file",
    ),
  );
  await rm(folder, { recursive: true });
});
