import fc from "fast-check";
import { createLogUpdate } from "log-update";
import { describe, expect, it } from "vitest";

import { LiveScreen } from "../../../src/cli/live/live-screen.ts";
import { paintOf } from "../../../src/cli/live/paint.ts";
import { FakeTerminal } from "../../support/fake-terminal.ts";

/** What is done to a screen: a line is printed, the live lines change, the terminal is resized. */
const actions = fc.array(
  fc.oneof(
    fc.record({ line: fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 9 }) }),
    fc.record({ live: fc.nat(5) }),
    fc.record({ columns: fc.integer({ min: 10, max: 60 }) }),
  ),
  { maxLength: 6 },
);

describe("LiveScreen", () => {
  it("shows all lines once, in order, and the live lines below them, however it is resized", () => {
    fc.assert(
      fc.property(actions, (done) => {
        const terminal = new FakeTerminal(40);
        const screen = screenOn(terminal);
        const printed: string[] = [];
        let live: readonly string[] = [];
        for (const action of done) {
          if ("columns" in action) terminal.resize(action.columns);
          else if ("live" in action) screen.live(drawing(action.live));
          else screen.line(action.line);
          if ("line" in action) printed.push(action.line);
          if ("live" in action) live = drawing(action.live)(terminal);
          if (live.length > 0) live = drawing(live.length)(terminal);
          expect(terminal.lines).toEqual([...printed, ...live]);
        }
        screen.clear();
        expect(terminal.lines).toEqual(printed);
        expect(terminal.listenerCount("resize")).toBe(0);
      }),
    );
  });

  it("takes 80 columns where the terminal does not tell", () => {
    const terminal = new FakeTerminal(0);
    const screen = screenOn(terminal);
    screen.live(({ columns, rows }) => [`${columns} ${rows}`]);
    expect(terminal.lines).toEqual(["80 24"]);
  });

  it("never hides the cursor", () => {
    const terminal = new FakeTerminal(40);
    const screen = screenOn(terminal);
    screen.live(() => ["x"]);
    screen.clear();
    expect(terminal.written).not.toContain("\u001B[?25");
  });
});

function screenOn(terminal: FakeTerminal): LiveScreen {
  return new LiveScreen(terminal, paintOf(true), createLogUpdate);
}

/** Draws so many lines as wide as there is room, and at least one. */
function drawing(count: number): (size: { readonly columns: number }) => readonly string[] {
  return ({ columns }) =>
    Array.from({ length: Math.max(1, count) }, (_, index) => String(index).repeat(columns - 1));
}
