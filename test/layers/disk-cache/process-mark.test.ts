import { spawnSync } from "node:child_process";

import { describe, expect, it } from "vitest";

import {
  hasEnded,
  MARK_PATTERN,
  processMark,
} from "../../../src/layers/disk-cache/process-mark.ts";

describe("processMark", () => {
  it("is one of the marks that are known", () => {
    expect(processMark()).toMatch(new RegExp(`^${MARK_PATTERN}$`));
    expect(processMark()).toBe(processMark());
  });
});

describe("hasEnded", () => {
  const [machine = "", pid = "", start = ""] = processMark().split("-");

  it("knows that this process runs", () => {
    expect(hasEnded(processMark())).toBe(false);
  });

  it("knows of a process that it has ended", () => {
    const ended = spawnSync(process.execPath, ["-e", ""]).pid;
    expect(hasEnded(`${machine}-${ended}-${start}`)).toBe(true);
  });

  it.runIf(process.platform === "linux")("knows a process from the one that had its number", () => {
    expect(hasEnded(`${machine}-${pid}-${Number(start) - 1}`)).toBe(true);
  });

  it("knows nothing of a process elsewhere, nor of what is no mark", () => {
    expect(hasEnded(`00000000-999999999-${start}`)).toBe(false);
    expect(hasEnded("")).toBe(false);
  });
});
