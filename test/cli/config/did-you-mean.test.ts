import { describe, expect, it } from "vitest";

import { didYouMean, nearestOf } from "../../../src/cli/config/did-you-mean.ts";

const names = ["depth", "delay", "max-pages", "max-pages-per-host", "out"];

describe("nearestOf", () => {
  it.each([
    ["detph", "depth"],
    ["delya", "delay"],
    ["maxPages", "max-pages"],
    ["max_page", "max-pages"],
    ["MAX-PAGES-PER-HOTS", "max-pages-per-host"],
    ["ot", "out"],
  ])("of %s is %s", (name, nearest) => {
    expect(nearestOf(name, names)).toBe(nearest);
  });

  it.each(["", "x", "in", "include", "metrics"])("of %j is none", (name) => {
    expect(nearestOf(name, names)).toBeUndefined();
  });
});

describe("didYouMean", () => {
  it("asks, or says nothing", () => {
    expect(didYouMean("depht", names)).toBe(" (did you mean depth?)");
    expect(didYouMean("xyzzy", names)).toBe("");
  });
});
