import { EventEmitter, once } from "node:events";

import { describe, expect, it, vi } from "vitest";

import { Deliveries } from "../../../src/engine/items/deliveries.ts";
import { ItemError, type ResumableSink, type Sink } from "../../../src/engine/items/sink.ts";
import { Context } from "../../../src/service/context.ts";
import type { Scope } from "../../../src/service/scope.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { MemoryOutbox } from "../support/memory-outbox.ts";

describe("Deliveries", () => {
  it("feeds sinks that can go on from the outbox, the others not at all", async () => {
    const outbox = new MemoryOutbox();
    const log: string[] = [];
    const plain: Sink<string> = { write: () => {} };
    const { deliveries } = deliveriesTo(outbox, [logging(log), plain]);
    outbox.keep('"1"', '"2"');
    expect(deliveries.sinks[1]).toBe(plain);
    await deliveries.sinks[0]?.open?.();
    await deliveries.sinks[0]?.write("of no account");
    await deliveries.sinks[0]?.close?.();
    expect(log).toEqual(["resume undefined", "sync", "1", "2", "sync", "close"]);
    expect(outbox.deliveries).toEqual(new Map([["log", { id: 2, position: 3 }]]));
  });

  it("has a sink go on from its position, behind the last item it has", async () => {
    const outbox = new MemoryOutbox();
    const log: string[] = [];
    const { deliveries } = deliveriesTo(outbox, [logging(log)]);
    outbox.keep('"1"', '"2"', '"3"');
    outbox.deliver("log", { id: 2, position: 7 });
    await deliveries.sinks[0]?.open?.();
    await deliveries.sinks[0]?.close?.();
    expect(log).toEqual(["resume 7", "3", "sync", "close"]);
  });

  it("notes how far a sink has come when it has all there is, else every thousand items or so", async () => {
    const outbox = new MemoryOutbox();
    const { deliveries } = deliveriesTo(outbox, [logging([])]);
    outbox.keep(...Array.from({ length: 2500 }, (_, n) => String(n)));
    await deliveries.sinks[0]?.open?.();
    await deliveries.sinks[0]?.close?.();
    expect(outbox.noted).toEqual([0, 1024, 2048, 2500]);
  });

  it("leaves all sinks as they are where the frontier keeps no items", () => {
    const sinks = [logging([]), logging([])];
    expect(deliveriesTo(undefined, sinks).deliveries.sinks).toEqual(sinks);
  });

  it("refuses two sinks of one name", () => {
    expect(() => deliveriesTo(new MemoryOutbox(), [logging([]), logging([])])).toThrow(
      'Expected "sinks" of different names: got "log" twice',
    );
  });

  it("has no room while the slowest sink is more than 10,000 items behind", async () => {
    const outbox = new MemoryOutbox();
    const gates: (() => void)[] = [];
    const slow = {
      ...logging([]),
      write: () => new Promise<void>((resolve) => void gates.push(resolve)),
    };
    const { deliveries } = deliveriesTo(outbox, [{ ...logging([]), name: "fast" }, slow]);
    for (const sink of deliveries.sinks) await sink.open?.();
    outbox.keep(...Array.from({ length: 10_000 }, () => "0"));
    expect(deliveries.room()).toBeUndefined();
    outbox.keep("0");
    deliveries.came();
    const room = track(deliveries.room());
    await turn();
    expect(room.isThere).toBe(false);
    gates.shift()?.();
    await turn();
    expect(room.isThere).toBe(true);
  });

  it("counts an item that a sink cannot take, and goes on", async () => {
    const outbox = new MemoryOutbox();
    const log: string[] = [];
    const picky = logging(log, (item) => {
      if (item === "2") throw new ItemError("no");
    });
    const { deliveries, itemErrors } = deliveriesTo(outbox, [picky]);
    outbox.keep('"1"', '"2"', '"3"');
    await deliveries.sinks[0]?.open?.();
    await deliveries.sinks[0]?.close?.();
    expect(itemErrors.map(String)).toEqual(["ItemError: no"]);
    expect(log).toEqual(["resume undefined", "sync", "1", "3", "sync", "close"]);
  });

  it("tells of a sink that fails, notes nothing of what it had since, and closes it", async () => {
    const outbox = new MemoryOutbox();
    const log: string[] = [];
    const full = logging(log, (item) => {
      if (item === "2") throw new Error("disk full");
    });
    const { deliveries, failures } = deliveriesTo(outbox, [full]);
    outbox.keep('"1"', '"2"', '"3"');
    await deliveries.sinks[0]?.open?.();
    await deliveries.sinks[0]?.close?.();
    expect(failures.map(String)).toEqual(["Error: disk full"]);
    expect(outbox.noted).toEqual([0]);
    expect(log).toEqual(["resume undefined", "sync", "1", "close"]);
  });

  it("closes a sink that has opened and whose first position cannot be noted", async () => {
    const log: string[] = [];
    const sink = {
      ...logging(log),
      sync: () => {
        throw new Error("no disk");
      },
    };
    const { deliveries } = deliveriesTo(new MemoryOutbox(), [sink]);
    await expect(Promise.resolve(deliveries.sinks[0]?.open?.())).rejects.toThrow("no disk");
    expect(log).toEqual(["resume undefined", "close"]);
  });

  it("brings what it can in giveUpMs once the crawl was aborted, and notes it", async () => {
    const outbox = new MemoryOutbox();
    const clock = new VirtualClock();
    const log: string[] = [];
    const slow = logging(log, () => clock.advance(40));
    const { deliveries, scope } = deliveriesTo(outbox, [slow], clock);
    outbox.keep('"1"', '"2"', '"3"', '"4"', '"5"');
    scope.abort(new Error("stop"));
    await deliveries.sinks[0]?.open?.();
    await deliveries.sinks[0]?.close?.();
    expect(log).toEqual(["resume undefined", "sync", "1", "2", "3", "sync", "close"]);
    expect(outbox.noted).toEqual([0, 3]);
  });

  it("brings what it can in another time that is told before the abort, or from now on after it", async () => {
    for (const isBefore of [true, false]) {
      const outbox = new MemoryOutbox();
      const clock = new VirtualClock();
      const slow = logging([], () => clock.advance(40));
      const { deliveries, scope } = deliveriesTo(outbox, [slow], clock);
      outbox.keep('"1"', '"2"', '"3"', '"4"', '"5"');
      if (isBefore) deliveries.giveUpWithin(50);
      scope.abort(new Error("stop"));
      if (!isBefore) deliveries.giveUpWithin(50);
      await deliveries.sinks[0]?.open?.();
      await deliveries.sinks[0]?.close?.();
      expect(outbox.noted).toEqual([0, 2]);
    }
  });

  it("tells which item of the outbox is damaged", async () => {
    const outbox = new MemoryOutbox();
    const { deliveries, failures } = deliveriesTo(outbox, [logging([])]);
    outbox.keep('"1"', "{");
    await deliveries.sinks[0]?.open?.();
    await deliveries.sinks[0]?.close?.();
    expect(failures.map(String)).toEqual([
      "Error: Expected item 2 of the outbox to be JSON, but it is damaged",
    ]);
  });

  it("does not wait for a sink that hangs once it is to leave", async () => {
    const outbox = new MemoryOutbox();
    const hung = { ...logging([]), write: () => new Promise<void>(() => {}) };
    const { deliveries } = deliveriesTo(outbox, [hung]);
    outbox.keep("0");
    await deliveries.sinks[0]?.open?.();
    await turn();
    deliveries.leave();
    await deliveries.sinks[0]?.close?.();
    expect(outbox.noted).toEqual([0]);
  });

  it.each([
    ["ends", "open", []],
    ["fails", "error", ["Error: late"]],
  ])("closes a sink that it left at work once its write %s", async (_, event, failed) => {
    const outbox = new MemoryOutbox();
    const gate = new EventEmitter();
    const write = async (): Promise<void> => void (await once(gate, "open"));
    const close = vi.fn<() => Promise<void>>(() => Promise.reject(new Error("no handle")));
    const { deliveries, failures } = deliveriesTo(outbox, [{ ...logging([]), write, close }]);
    outbox.keep('"1"', '"2"');
    await deliveries.sinks[0]?.open?.();
    await turn();
    deliveries.leave();
    await deliveries.sinks[0]?.close?.();
    expect(close).not.toHaveBeenCalled();
    gate.emit(event, new Error("late"));
    await turn();
    expect(close).toHaveBeenCalledOnce();
    expect([outbox.noted, failures.map(String)]).toEqual([[0], [...failed, "Error: no handle"]]);
  });

  it("waits until one is closed that could not tell how far it had come", async () => {
    const outbox = new MemoryOutbox();
    const sync = vi.fn<() => null>(() => null);
    const log: string[] = [];
    const close = (): Promise<void> => turn().then(() => void log.push("closed"));
    const { deliveries, failures } = deliveriesTo(outbox, [{ ...logging(log), sync, close }]);
    outbox.keep('"1"');
    await deliveries.sinks[0]?.open?.();
    sync.mockImplementation(() => {
      throw new Error("no disk");
    });
    await turn();
    deliveries.leave();
    await deliveries.sinks[0]?.close?.();
    expect([log.at(-1), failures.map(String)]).toEqual(["closed", ["Error: no disk"]]);
  });
});

/** A sink that tells what it is asked to do. */
function logging(log: string[], before: (item: string) => void = () => {}): ResumableSink<string> {
  return {
    name: "log",
    resume: (position) => void log.push(`resume ${JSON.stringify(position)}`),
    write(item) {
      before(item);
      log.push(item);
    },
    sync: () => log.push("sync") - 2,
    close: () => void log.push("close"),
  };
}

interface Made {
  readonly deliveries: Deliveries<string>;
  readonly scope: Scope;
  readonly itemErrors: ItemError[];
  readonly failures: unknown[];
}

function deliveriesTo(
  outbox: MemoryOutbox | undefined,
  sinks: readonly Sink<string>[],
  clock: VirtualClock = new VirtualClock(),
): Made {
  const scope = new Context({ clock }).scope();
  const itemErrors: ItemError[] = [];
  const failures: unknown[] = [];
  const deliveries = new Deliveries({
    context: scope.context,
    frontier: outbox ? { outbox } : {},
    sinks,
    giveUpMs: 100,
    onItemError: (error) => void itemErrors.push(error),
    onFailure: (error) => void failures.push(error),
  });
  return { deliveries, scope, itemErrors, failures };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function track(room: Promise<void> | undefined): { readonly isThere: boolean } {
  const tracked = { isThere: false };
  const come = (): void => {
    tracked.isThere = true;
  };
  void room?.then(come);
  return tracked;
}
