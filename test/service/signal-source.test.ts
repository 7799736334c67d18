import { getEventListeners } from "node:events";

import { describe, expect, it } from "vitest";

import { SignalSource } from "../../src/service/signal-source.ts";

describe("SignalSource", () => {
  it("says what its signal says", () => {
    const controller = new AbortController();
    const source = new SignalSource(controller.signal);
    expect(source.signal).toBe(controller.signal);
    expect([source.aborted, source.reason]).toEqual([false, undefined]);
    controller.abort("stop");
    expect([source.aborted, source.reason]).toEqual([true, "stop"]);
  });

  it("tells the reason once, or at once if the signal has aborted", () => {
    const controller = new AbortController();
    const source = new SignalSource(controller.signal);
    const told: unknown[] = [];
    source.onAbort((reason) => told.push(reason));
    controller.abort("stop");
    controller.abort("again");
    controller.signal.dispatchEvent(new Event("abort"));
    source.onAbort((reason) => told.push(reason));
    expect(told).toEqual(["stop", "stop"]);
  });

  it("leaves nothing on the signal, neither told nor disposed", () => {
    const controller = new AbortController();
    const source = new SignalSource(controller.signal);
    source.onAbort(() => expect.unreachable())[Symbol.dispose]();
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    const told = source.onAbort(() => {});
    controller.abort("stop");
    told[Symbol.dispose]();
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });
});
