import { describe, expect, it } from "vitest";

import { type Case, differs, playerOf, skip } from "./case.ts";
import { play } from "./play.ts";
import { isClean, reportLines } from "./report.ts";

describe("play", () => {
  it("takes what a player throws for a problem, but for a case that it skips", async () => {
    const results = await play([caseOf("broken"), caseOf("dull")], players, {});
    expect(results.map(({ problem, skipped }) => [problem, skipped])).toEqual([
      ["threw Error: broken", undefined],
      [undefined, "not today"],
    ]);
  });
});

describe("isClean", () => {
  it.each([
    ["right", undefined, true],
    ["dull", undefined, true],
    ["wrong", undefined, false],
    ["broken", undefined, false],
    ["wrong", "decided", true],
    ["broken", "decided", true],
    ["right", "decided", false],
    ["dull", "decided", true],
  ])("of a case that is %s, with the policy %s, is %s", async (kind, policy, clean) => {
    const results = await play([caseOf(kind)], players, policy === undefined ? {} : { id: policy });
    expect(isClean(results)).toBe(clean);
  });
});

describe("reportLines", () => {
  it("gives numbers by kind, and a reason for what did not pass", async () => {
    const results = await play(
      [caseOf("right"), caseOf("dull"), caseOf("dull"), caseOf("wrong"), caseOf("right", "b")],
      players,
      { id: "decided", b: "decided" },
    );
    expect(reportLines(results).map((line) => line.trim().replaceAll(/ +/g, " "))).toEqual([
      "passed expected to fail failed skipped",
      "right 0 0 2 0",
      "dull 0 0 0 2",
      "wrong 0 1 0 0",
      "all 0 1 2 2",
      "",
      "Skipped:",
      "dull: not today (2)",
      "",
      "Expected to fail:",
      "wrong id: decided",
      "",
      "Expected to fail, but passed:",
      "right id: decided",
      "right b: decided",
    ]);
  });
});

const players = {
  right: playerOf(() => undefined),
  wrong: playerOf<Case>(({ id }) => differs("id", id, "another")),
  broken: playerOf(() => {
    throw new Error("broken");
  }),
  dull: skip("not today"),
};

function caseOf(kind: string, id = "id"): Case {
  return { id, kind, json: JSON.stringify({ id }) };
}
