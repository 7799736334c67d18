import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { afterwards, settle, unwrap } from "../../src/service/outcome.ts";

describe("settle", () => {
  it("never rejects, whatever a call answers or rejects with", async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (thing) => {
        expect(await settle(Promise.resolve(thing))).toEqual({ ok: true, value: thing });
        expect(await settle(Promise.reject(thing))).toEqual({ ok: false, error: thing });
      }),
    );
  });
});

describe("afterwards", () => {
  it("goes on with what settle tells, and rejects with what is thrown then", async () => {
    const error = new Error("down");
    for (const call of [async () => "page", async () => Promise.reject(error)]) {
      expect(await afterwards(call(), (told) => told)).toEqual(await settle(call()));
    }
    await expect(afterwards(Promise.reject(error), unwrap)).rejects.toBe(error);
  });
});

describe("unwrap", () => {
  it("gives the value of an outcome back, or throws its error, as they are", () => {
    const [value, error] = [{}, new Error("down")];
    expect(unwrap({ ok: true, value })).toBe(value);
    expect(() => unwrap({ ok: false, error })).toThrow(error);
  });

  it("undoes settle", async () => {
    const error = new Error("down");
    expect(unwrap(await settle(Promise.resolve("page")))).toBe("page");
    const failed = settle(Promise.reject(error)).then(unwrap);
    await expect(failed).rejects.toBe(error);
  });
});
