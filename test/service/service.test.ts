import { describe, expect, it } from "vitest";

import { Context } from "../../src/service/context.ts";
import { service } from "../../src/service/service.ts";
import { untyped } from "../support/untyped.ts";

describe("service", () => {
  it("hands request and context to its handler, and its promise back", () => {
    const context = new Context();
    const answer = Promise.resolve("page");
    const seen: unknown[] = [];
    const made = service((...args: [string, Context]) => {
      seen.push(...args);
      return answer;
    });
    expect(made.call("/", context)).toBe(answer);
    expect(seen).toEqual(["/", context]);
  });

  it("rejects with what its handler throws", async () => {
    const error = new Error("broken handler");
    const made = service<string, string>(() => {
      throw error;
    });
    await expect(made.call("/", new Context())).rejects.toBe(error);
  });

  it("refuses what is no handler", () => {
    const message = 'Expected "handler" to be a function: got undefined';
    expect(() => service(untyped(undefined))).toThrow(new TypeError(message));
  });
});
