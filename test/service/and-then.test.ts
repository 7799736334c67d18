import { describe, expect, it } from "vitest";

import { andThen } from "../../src/service/and-then.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { Context } from "../../src/service/context.ts";
import { fail, script, succeed } from "../../src/testing/script.ts";
import { untyped } from "../support/untyped.ts";

describe("andThen", () => {
  it("answers with what comes of each response", async () => {
    const stack = ServiceBuilder.for<string, number>()
      .layer(andThen(async (html: string) => html.length))
      .service(script([succeed("page")]));
    expect(await stack.call("/")).toBe(4);
  });

  it("shows response, request and context to what goes on", async () => {
    const seen: unknown[] = [];
    const stack = ServiceBuilder.for<string, number>()
      .layer(andThen(async (...args: [string, string, Context]) => seen.push(...args)))
      .service(script([succeed("page")]));
    await stack.call("/");
    expect(seen).toEqual(["page", "/", expect.any(Context)]);
  });

  it("passes errors as they are, and does not go on", async () => {
    const error = new Error("down");
    const stack = ServiceBuilder.for<string, never>()
      .layer(andThen((): Promise<never> => expect.unreachable()))
      .service(script([fail(error)]));
    await expect(stack.call("/")).rejects.toBe(error);
  });

  it.each(["throws", "rejects"])("rejects with what %s as it goes on", async (how) => {
    const error = new Error("disk full");
    const stack = ServiceBuilder.for<string, never>()
      .layer(
        andThen((): Promise<never> => {
          if (how === "throws") throw error;
          return Promise.reject(error);
        }),
      )
      .service(script([succeed("page")]));
    await expect(stack.call("/")).rejects.toBe(error);
  });

  it("refuses to go on with what is no function", () => {
    const message = 'Expected "next" to be a function: got an object';
    expect(() => andThen(untyped(Promise.resolve()))).toThrow(new TypeError(message));
  });
});
