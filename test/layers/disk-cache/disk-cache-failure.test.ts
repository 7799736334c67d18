import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { describe, expect, it } from "vitest";

const script = new URL("../../support/stack-over-disk-cache.ts", import.meta.url);

describe("httpStack over a DiskCache that cannot keep anything", () => {
  it.each(["read-only", "locked", "a file"])(
    "answers every call, and warns once, where the folder is %s",
    async (what) => {
      const { answers, unfinished, warnings } = await asked(what);
      expect(answers).toEqual(Array(4).fill("200 network").concat("200 PUT, then network"));
      expect(warnings).toEqual(["CacheWarning"]);
      expect(unfinished).toBe(0);
    },
  );

  it("serves what it has kept, and warns once, where the folder has become read-only", async () => {
    const { answers, warnings } = await asked("filled, then read-only");
    expect(answers).toEqual([
      "200 cache",
      "200 cache",
      "200 network",
      "200 network",
      "200 PUT, then network",
    ]);
    expect(warnings).toEqual(["CacheWarning"]);
  });

  it("answers every call, warns once and leaves nothing, where the disk takes no more", async () => {
    const { answers, unfinished, warnings } = await asked("full", "ulimit -f 8;");
    expect(answers).toEqual(Array(4).fill("200 network").concat("200 PUT, then network"));
    expect(warnings).toEqual(["CacheWarning"]);
    expect(unfinished).toBe(0);
  });
});

interface Asked {
  readonly answers: readonly string[];
  readonly warnings: readonly string[];
  readonly unfinished: number;
}

/** What comes of it in a process of its own, which the shell may bind first. */
async function asked(what: string, limits = ""): Promise<Asked> {
  const command = `${limits} exec "$0" --import tsx "$1" "$2"`;
  const args = ["-c", command, process.execPath, script.pathname, what];
  const env = { ...process.env, TSX_DISABLE_CACHE: "1" };
  const { stdout } = await promisify(execFile)("/bin/sh", args, { env });
  const answer: Asked = JSON.parse(stdout);
  return answer;
}
