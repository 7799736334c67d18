import { describe, expect, it } from "vitest";

import { hasColours, paintOf } from "../../../src/cli/live/paint.ts";

describe("hasColours", () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { TERM: "xterm-256color" }, true],
    [true, { TERM: "dumb" }, false],
    [true, { NO_COLOR: "1" }, false],
    [true, { NO_COLOR: "" }, true],
    [false, { FORCE_COLOR: "1" }, true],
    [false, { FORCE_COLOR: "" }, true],
    [true, { FORCE_COLOR: "0" }, false],
    [true, { FORCE_COLOR: "false" }, false],
    [false, { FORCE_COLOR: "1", NO_COLOR: "1", TERM: "dumb" }, true],
  ])("on a terminal: %j, with %j: %j", (isTerminal, env, colours) => {
    expect(hasColours(isTerminal, env)).toBe(colours);
  });
});

describe("paintOf", () => {
  it("gives a style, wherever it goes, and leaves all as it is without colours", () => {
    expect(paintOf(true)("red", "x")).toBe("\u001B[31mx\u001B[39m");
    expect(paintOf(false)("red", "x")).toBe("x");
  });
});
