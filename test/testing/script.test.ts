import { describe, expect, it } from "vitest";

import { Context } from "../../src/service/context.ts";
import { settle } from "../../src/service/outcome.ts";
import { fail, script, succeed } from "../../src/testing/script.ts";
import { untyped } from "../support/untyped.ts";

describe("script", () => {
  it("plays its outcomes back in order, and remembers what it was asked", async () => {
    const error = new Error("busy");
    const leaf = script<string, string>([succeed("page"), fail(error)]);
    expect(leaf.seen).toEqual([]);
    expect(await leaf.call("/1", new Context())).toBe("page");
    await expect(leaf.call("/2", new Context())).rejects.toBe(error);
    expect(leaf.seen).toEqual(["/1", "/2"]);
  });

  it("rejects a call past its last outcome, and remembers that too", async () => {
    const leaf = script<string, string>([]);
    const call = leaf.call("/", new Context());
    await expect(call).rejects.toThrow("Script has no outcome for call 1");
    expect(leaf.seen).toEqual(["/"]);
  });

  it("gives calls at once their outcomes in the order they came", async () => {
    const leaf = script<string, number>([succeed(1), succeed(2)]);
    const calls = ["/1", "/2"].map((request) => leaf.call(request, new Context()));
    expect(await Promise.all(calls)).toEqual([1, 2]);
  });

  it.each([
    [untyped(5), 'Expected "outcomes" to be an array: got 5'],
    [untyped(["page"]), 'Expected "outcomes" to be made by succeed and fail: got "page"'],
    [untyped([null]), 'Expected "outcomes" to be made by succeed and fail: got null'],
  ])("refuses %o", (outcomes, message) => {
    expect(() => script(outcomes)).toThrow(new TypeError(message));
  });
});

describe("succeed and fail", () => {
  it("are the outcomes that settle tells", async () => {
    const error = new Error("busy");
    expect(succeed("page")).toEqual(await settle(Promise.resolve("page")));
    expect(fail(error)).toEqual(await settle(Promise.reject(error)));
  });

  it("fail with an error where none is given", () => {
    expect(fail()).toEqual({ ok: false, error: new Error("down") });
  });
});
