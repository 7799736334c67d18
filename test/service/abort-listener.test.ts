import { describe, expect, it, vi } from "vitest";

import { AbortHook, type AbortListener, tell } from "../../src/service/abort-listener.ts";
import { uncaughtDuring } from "../support/uncaught.ts";

describe("AbortHook", () => {
  it("calls its function with the reason", () => {
    const fn = vi.fn<(reason: unknown) => void>();
    tell(new AbortHook(fn), "stop");
    expect(fn.mock.calls).toEqual([["stop"]]);
  });

  it("leaves its list once disposed, if it is in one", () => {
    const hook = new AbortHook(() => {});
    hook[Symbol.dispose]();
    const left: AbortListener[] = [];
    hook.list = { remove: (listener) => void left.push(listener) };
    hook[Symbol.dispose]();
    expect(left).toEqual([hook]);
  });
});

describe("tell", () => {
  it("reports the error of a listener that throws, and throws nothing itself", async () => {
    const error = new Error("broken hook");
    const broken = new AbortHook(() => {
      throw error;
    });
    const reported = await uncaughtDuring(() => tell(broken, "stop"));
    expect(reported).toEqual([error]);
  });
});
