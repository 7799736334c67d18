import { describe, expect, it } from "vitest";

import { layerTreeLines } from "../../src/cli/layer-tree-lines.ts";
import { LayerTree } from "../../src/cli/layer-tree.ts";
import { RejectedError } from "../../src/service/errors.ts";
import { layerEvents, type LayerEvent } from "../../src/service/events.ts";

describe("LayerTree", () => {
  it("shows layers within layers, when each began and how long it took", () => {
    const lines = linesOf(
      [1, "outer", "start", 10],
      [1, "inner", "start", 12],
      [1, "inner", "end", 15],
      [1, "inner", "start", 16],
      [1, "inner", "end", 18.5],
      [1, "outer", "end", 20],
    );
    expect(lines).toEqual([
      "     0.0 ms  outer  (10.0 ms)",
      "     2.0 ms    inner  (3.0 ms)",
      "     6.0 ms    inner  (2.5 ms)",
    ]);
  });

  it("shows what a layer tells within it, though others are at work further in", () => {
    const lines = linesOf(
      [1, "retry", "start", 0],
      [1, "timeout", "start", 1],
      [
        1,
        "retry",
        "retried",
        2,
        { attempt: 2, waitMs: 100, outcome: { ok: false, error: error() } },
      ],
      [1, "timeout", "end", 3],
      [1, "retry", "end", 4],
    );
    expect(lines).toEqual([
      "     0.0 ms  retry  (4.0 ms)",
      "     1.0 ms    timeout  (2.0 ms)",
      "     2.0 ms    · retry retried  attempt 2, wait 100.0 ms, error rejected",
    ]);
  });

  it("shows a call that a layer makes within that layer", () => {
    const lines = linesOf(
      [1, "robots", "start", 0],
      [2, "retry", "start", 1],
      [2, "retry", "end", 2],
      [1, "robots", "end", 3],
    );
    expect(lines[1]).toBe("     1.0 ms    retry  (1.0 ms)");
  });

  it("shows what a layer rejected with, and what went on within it nonetheless", () => {
    const lines = linesOf(
      [1, "retry", "start", 0],
      [1, "timeout", "start", 0],
      [1, "inner", "start", 0],
      [1, "timeout", "error", 5, { error: error() }],
      [1, "timeout", "start", 6],
      [1, "inner", "end", 7],
    );
    expect(lines).toEqual([
      "     0.0 ms  retry  (not ended)",
      "     0.0 ms    timeout  (5.0 ms)  error rejected",
      "     0.0 ms      inner  (7.0 ms)",
      "     6.0 ms    timeout  (not ended)",
    ]);
  });

  it("hears nothing more when it is disposed", () => {
    const tree = new LayerTree();
    tree[Symbol.dispose]();
    expect(layerEvents.hasSubscribers).toBe(false);
    expect(layerTreeLines(tree.roots)).toEqual([]);
  });
});

type Told = readonly [
  callId: number,
  layer: string,
  event: string,
  at: number,
  detail?: LayerEvent["detail"],
];

function linesOf(...told: readonly Told[]): readonly string[] {
  using tree = new LayerTree();
  for (const [callId, layer, event, at, detail = {}] of told) {
    layerEvents.publish({ callId, layer, event, at, detail } satisfies LayerEvent);
  }
  return layerTreeLines(tree.roots);
}

function error(): Error {
  return new RejectedError("no");
}
