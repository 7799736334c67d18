import { getEventListeners } from "node:events";

import { describe, expect, it } from "vitest";

import { SignalSource } from "../../src/service/signal-source.ts";
import { uncaughtDuring } from "../support/uncaught.ts";

describe("SignalSource", () => {
  it("says what its signal says", () => {
    const controller = new AbortController();
    const source = SignalSource.of(controller.signal);
    expect(source.signal).toBe(controller.signal);
    expect([source.aborted, source.reason]).toEqual([false, undefined]);
    controller.abort("stop");
    expect([source.aborted, source.reason]).toEqual([true, "stop"]);
  });

  it("tells the reason once, or at once if the signal has aborted", () => {
    const controller = new AbortController();
    const source = SignalSource.of(controller.signal);
    const told: unknown[] = [];
    source.onAbort((reason) => told.push(reason));
    controller.abort("stop");
    controller.abort("again");
    controller.signal.dispatchEvent(new Event("abort"));
    source.onAbort((reason) => told.push(reason));
    expect(told).toEqual(["stop", "stop"]);
  });

  it("tells the reason of a signal that aborted before anybody hooked on it", () => {
    const told: unknown[] = [];
    SignalSource.of(AbortSignal.abort("stop")).onAbort((reason) => told.push(reason));
    expect(told).toEqual(["stop"]);
  });

  it("listens to its signal once, however many hook on it", () => {
    const controller = new AbortController();
    const { signal } = controller;
    const told: unknown[] = [];
    const hooks = Array.from({ length: 20 }, (_, n) =>
      SignalSource.of(signal).onAbort(() => told.push(n)),
    );
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    hooks.slice(1).forEach((hook) => hook[Symbol.dispose]());
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    controller.abort("stop");
    expect(told).toEqual([0]);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("tells the others although a hook throws, whose error is reported", async () => {
    const controller = new AbortController();
    const error = new Error("broken hook");
    const told: unknown[] = [];
    const reported = await uncaughtDuring(() => {
      SignalSource.of(controller.signal).onAbort(() => {
        throw error;
      });
      SignalSource.of(controller.signal).onAbort((reason) => told.push(reason));
      controller.abort("stop");
    });
    expect(told).toEqual(["stop"]);
    expect(reported).toEqual([error]);
  });

  it("leaves nothing on the signal, neither told nor disposed", () => {
    const controller = new AbortController();
    const source = SignalSource.of(controller.signal);
    source.onAbort(() => expect.unreachable())[Symbol.dispose]();
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    const told = source.onAbort(() => {});
    controller.abort("stop");
    told[Symbol.dispose]();
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });
});
