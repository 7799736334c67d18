import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { AbortHook } from "../../src/service/abort-listener.ts";
import { Cancellation } from "../../src/service/cancellation.ts";
import { uncaughtDuring } from "../support/uncaught.ts";
import { Forest, steps } from "./cancellation-model.ts";

describe("Cancellation", () => {
  it("tells a hook the reason once aborted, or at once if it already is", () => {
    const told: unknown[] = [];
    const node = new Cancellation();
    node.onAbort((reason) => told.push(reason));
    expect(told).toEqual([]);
    node.abort("stop");
    node.onAbort((reason) => told.push(reason));
    expect(told).toEqual(["stop", "stop"]);
  });

  it("aborts for no reason too", () => {
    const told: unknown[] = [];
    const node = new Cancellation();
    node.onAbort((reason) => told.push(reason));
    node.abort(undefined);
    node.abort("late");
    expect([node.aborted, node.reason, told]).toEqual([true, undefined, [undefined]]);
  });

  it("runs hooks in the order they came", () => {
    const order: string[] = [];
    const parent = new Cancellation();
    const child = new Cancellation(parent);
    parent.onAbort(() => order.push("first"));
    child.onAbort(() => order.push("child"));
    parent.onAbort(() => order.push("last"));
    parent.abort("stop");
    expect(order).toEqual(["first", "child", "last"]);
  });

  it("tells one hook after the other, even where one aborts its source", () => {
    const order: string[] = [];
    const parent = new Cancellation();
    const child = new Cancellation(parent);
    child.onAbort(() => {
      order.push("first begins");
      parent.abort("late");
      order.push("first ends");
    });
    child.onAbort((reason) => order.push(`second: ${String(reason)}`));
    child.abort("stop");
    expect(order).toEqual(["first begins", "first ends", "second: stop"]);
  });

  it("cuts off nobody where a hook is let go of late, beside which stood what listens elsewhere by then", () => {
    const [ended, node] = [new Cancellation(), new Cancellation()];
    const told: string[] = [];
    const moves = new AbortHook(() => told.push("moved"));
    ended.listen(moves);
    const late = ended.onAbort(() => told.push("late"));
    ended[Symbol.dispose]();
    node.listen(moves);
    node.onAbort(() => told.push("behind"));
    late[Symbol.dispose]();
    node.abort("over");
    expect(told).toEqual(["moved", "behind"]);
  });

  it("never changes the reason it has told, whichever source aborts next", () => {
    const [call, life] = [new Cancellation(), new Cancellation()];
    const node = new Cancellation(call, life);
    life.abort("closed");
    expect(node.reason).toBe("closed");
    call.abort("late");
    expect(node.reason).toBe("closed");
  });

  it("lets a part abort by itself although its call has ended and aborted since", () => {
    const told: unknown[] = [];
    const call = new Cancellation();
    const ended = new Cancellation(call);
    const part = new Cancellation(ended);
    part.onAbort((reason) => told.push(reason));
    ended[Symbol.dispose]();
    call.abort("stop");
    expect(told).toEqual([]);
    part.abort("timeout");
    expect(told).toEqual(["stop"]);
  });

  it("hands on one signal, which aborts with the reason of the node", () => {
    const parent = new Cancellation();
    const node = new Cancellation(parent);
    const { signal } = node;
    expect(node.signal).toBe(signal);
    expect(signal.aborted).toBe(false);
    parent.abort("stop");
    expect(signal.reason).toBe("stop");
  });

  it("hands on an aborted signal where it already is", () => {
    const node = new Cancellation();
    node.abort("stop");
    expect(node.signal).toMatchObject({ aborted: true, reason: "stop" });
  });

  it("keeps a hook that throws from stopping the others, and reports its error", async () => {
    const told: unknown[] = [];
    const error = new Error("broken hook");
    const broken = (): void => {
      throw error;
    };
    const reported = await uncaughtDuring(() => {
      const node = new Cancellation();
      node.onAbort(broken);
      node.onAbort((reason) => told.push(reason));
      node.abort("stop");
      node.onAbort(broken);
    });
    expect(told).toEqual(["stop"]);
    expect(reported).toEqual([error, error]);
  });

  it("does as its model, whatever hooks, aborts and ends first", () => {
    fc.assert(
      fc.property(steps, (steps) => {
        const forest = new Forest();
        for (const step of steps) {
          forest.play(step);
          const { said, expected } = forest.compare();
          expect(said).toEqual(expected);
        }
        forest.end();
        expect(forest.listeners()).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("runs each hook at most once, for one reason and never after its end, even if hooks hook, abort and dispose", () => {
    fc.assert(
      fc.property(steps, steps, (steps, reactions) => {
        const forest = new Forest(reactions);
        for (const step of steps) forest.play(step);
        forest.end();
        expect(forest.wrong).toEqual([]);
        expect(forest.listeners()).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
