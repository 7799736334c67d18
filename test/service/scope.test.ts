import { getEventListeners } from "node:events";

import { describe, expect, it } from "vitest";

import { Context } from "../../src/service/context.ts";

describe("Scope", () => {
  it("aborts what runs in it, once, and nothing else of its call", () => {
    const told: unknown[] = [];
    const call = new Context();
    const scope = call.scope();
    scope.context.onAbort((reason) => told.push(reason));
    scope.abort("stop");
    scope.abort("again");
    expect(told).toEqual(["stop"]);
    expect([scope.context.aborted, scope.context.reason]).toEqual([true, "stop"]);
    expect(call.aborted).toBe(false);
  });

  it("aborts with its call", () => {
    const controller = new AbortController();
    const { context } = new Context({ signal: controller.signal }).scope();
    controller.abort("stop");
    expect(context.reason).toBe("stop");
  });

  it("is unhooked from its call once disposed, which aborts nothing", () => {
    const { signal } = new AbortController();
    const scope = new Context({ signal }).scope();
    scope.context.onAbort(() => expect.unreachable());
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    scope[Symbol.dispose]();
    expect(getEventListeners(signal, "abort")).toEqual([]);
    expect(scope.context.aborted).toBe(false);
  });
});
