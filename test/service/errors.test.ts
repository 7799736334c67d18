import { describe, expect, it } from "vitest";

import {
  ClosedError,
  NotNowError,
  RejectedError,
  ServiceError,
  TimeoutError,
} from "../../src/service/errors.ts";
import { FilteredError } from "../../src/service/filter.ts";
import { show } from "../../src/service/options.ts";
import { untyped } from "../support/untyped.ts";

const errors = [
  [new RejectedError("no"), "RejectedError", "rejected"],
  [new NotNowError("no"), "NotNowError", "not_now"],
  [new ClosedError("no"), "ClosedError", "closed"],
  [new FilteredError("no"), "FilteredError", "filtered"],
  [new TimeoutError(5), "TimeoutError", "timeout"],
] as const;

describe("ServiceError", () => {
  it.each(errors)("is told apart by class, name and code: %s", (error, name, code) => {
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name, code });
    expect(String(error)).toBe(`${name}: ${error.message}`);
  });
});

describe("RejectedError", () => {
  it.each(errors.slice(0, 4))("is built without a stack: %s", (error) => {
    expect(error).toBeInstanceOf(RejectedError);
    expect(error.stack).not.toContain("errors.test.ts");
  });

  it("leaves the stacks of others alone", () => {
    const { stackTraceLimit } = Error;
    expect(new RejectedError("no").stack).not.toContain("errors.test.ts");
    expect(new Error("other").stack).toContain("errors.test.ts");
    expect(new TimeoutError(5).stack).toContain("errors.test.ts");
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  });

  it("keeps its cause", () => {
    const cause = new Error("down");
    expect(new RejectedError("no", { cause }).cause).toBe(cause);
    expect(new NotNowError("no", { cause }).cause).toBe(cause);
    expect(new RejectedError("no")).not.toHaveProperty("cause");
  });
});

describe("NotNowError", () => {
  it("tells when the same call may pass, where that is known", () => {
    const ready = Promise.resolve();
    const error = new NotNowError("no", { retryAt: 12, ready });
    expect(error.retryAt).toBe(12);
    expect(error.ready).toBe(ready);
    expect(new NotNowError("no")).toMatchObject({ retryAt: undefined, ready: undefined });
    expect(new NotNowError("no", { retryAt: Infinity }).retryAt).toBe(Infinity);
  });

  it.each([Number.NaN, null, "10", 10n, new Date(0)])("refuses the retryAt %s", (retryAt) => {
    const message = `Expected "retryAt" to be a number of milliseconds: got ${show(retryAt)}`;
    const make = (): unknown => new NotNowError("no", { retryAt: untyped(retryAt) });
    expect(make).toThrow(new RangeError(message));
  });
});

describe("ClosedError", () => {
  it("is final: no time will lift it", () => {
    expect(new ClosedError("no")).not.toBeInstanceOf(NotNowError);
  });
});

describe("TimeoutError", () => {
  it("tells the limit, and is no refusal, since the call may have been sent", () => {
    const error = new TimeoutError(250);
    expect(error.timeoutMs).toBe(250);
    expect(error.message).toBe("Call took longer than 250 ms");
    expect(error).not.toBeInstanceOf(RejectedError);
  });
});
