import { describe, expect, it } from "vitest";

import { GaveUpError } from "../../../src/engine/life/gave-up-error.ts";
import { Stages } from "../../../src/engine/life/stages.ts";
import { Context } from "../../../src/service/context.ts";
import type { Scope } from "../../../src/service/scope.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";

describe("Stages", () => {
  it("closes for the reason, and keeps the first", () => {
    const { closed, stages } = staged();
    stages.close("maxBytes");
    stages.close("stopped");
    expect([closed, stages.reason]).toEqual([["budget", "stopped"], "maxBytes"]);
  });

  it("aborts after the shortest of several graces, and leaves no timer when it ends", () => {
    const { clock, scope, stages } = staged();
    stages.abortWithin(100);
    stages.abortWithin(50);
    stages.abortWithin(200);
    clock.advance(49);
    expect(scope.context.aborted).toBe(false);
    clock.advance(1);
    expect(scope.context.aborted).toBe(true);
    const other = staged();
    other.stages.abortWithin(100);
    other.stages.end();
    expect(other.clock.pending).toBe(0);
  });

  it("waits for work for ever that was not aborted, and hands on how it ends", async () => {
    const { clock, stages } = staged();
    expect(await stages.bound("work", Promise.resolve(7))).toBe(7);
    await expect(stages.bound("work", Promise.reject(new Error("no")))).rejects.toThrow("no");
    await clock.run(stages.bound("work", new Context({ clock }).sleep(1e9)));
    expect(clock.pending).toBe(0);
  });

  it("gives work up that was aborted before it began, too", async () => {
    const { clock, scope, stages } = staged();
    scope.abort("enough");
    const failure = await clock.run(
      stages.bound("close()", new Promise(() => {})).catch((error: unknown) => error),
    );
    expect(failure).toBeInstanceOf(GaveUpError);
    expect(failure).toMatchObject({
      message: "The crawl gave up: close() did not end, and nothing moved for 1000 ms",
      cause: "enough",
    });
    expect([clock.now(), clock.pending]).toEqual([1000, 0]);
  });

  it("waits on as long as something moves", async () => {
    const { clock, move, scope, stages } = staged();
    scope.abort("enough");
    const bound = stages.bound("work", new Promise(() => {})).catch(() => {});
    for (let n = 0; n < 5; n++) {
      clock.advance(900);
      move();
    }
    await clock.run(bound);
    expect(clock.now()).toBeGreaterThanOrEqual(4500 + 1000);
  });
});

function staged(): {
  readonly clock: VirtualClock;
  readonly scope: Scope;
  readonly closed: readonly string[];
  readonly stages: Stages;
  readonly move: () => void;
} {
  const clock = new VirtualClock();
  const scope = new Context({ clock }).scope();
  const closed: string[] = [];
  let moves = 0;
  const stages = new Stages({
    scope,
    giveUpMs: 1000,
    close: (reason) => closed.push(reason),
    moves: () => moves,
  });
  return { clock, scope, closed, stages, move: () => void moves++ };
}
