import { PassThrough } from "node:stream";

import { describe, expect, it } from "vitest";

import { openScreen } from "../../src/cli/screen.ts";
import { FakeTerminal } from "../support/fake-terminal.ts";

describe("openScreen", () => {
  it.each([
    [{}, true],
    [{ TERM: "xterm" }, true],
    [{ CI: "" }, true],
    [{ CI: "false" }, true],
    [{ NO_COLOR: "1" }, true],
    [{ TERM: "dumb" }, false],
    [{ CI: "true" }, false],
    [{ CI: "1", FORCE_COLOR: "1" }, false],
  ])("on a terminal with %j has lines that change: %j", async (env, isLive) => {
    const screen = await openScreen(new FakeTerminal(80), env);
    expect(screen.isLive).toBe(isLive);
    screen.clear();
  });

  it("prints plain lines where there is no terminal", async () => {
    const pipe = new PassThrough({ encoding: "utf8" });
    const screen = await openScreen(pipe, {});
    screen.live(() => ["never"]);
    screen.line(screen.paint("red", "one"));
    screen.clear();
    screen.line("two");
    expect(pipe.read()).toBe("one\ntwo\n");
  });
});
