import { describe, expect, it } from "vitest";

import { ServiceBuilder } from "../../src/service/builder.ts";
import { Context } from "../../src/service/context.ts";
import { mapResponse } from "../../src/service/map-response.ts";
import { fail, script, succeed } from "../../src/testing/script.ts";
import { untyped } from "../support/untyped.ts";

describe("mapResponse", () => {
  it("answers with what each response is turned into", async () => {
    const stack = ServiceBuilder.for<string, number>()
      .layer(mapResponse((html: string) => html.length))
      .service(script([succeed("page")]));
    expect(await stack.call("/")).toBe(4);
  });

  it("shows response, request and context to the map", async () => {
    const seen: unknown[] = [];
    const stack = ServiceBuilder.for<string, number>()
      .layer(mapResponse((...args: [string, string, Context]) => seen.push(...args)))
      .service(script([succeed("page")]));
    await stack.call("/");
    expect(seen).toEqual(["page", "/", expect.any(Context)]);
  });

  it("passes errors as they are, and does not map them", async () => {
    const error = new Error("down");
    const stack = ServiceBuilder.for<string, never>()
      .layer(mapResponse((): never => expect.unreachable()))
      .service(script([fail(error)]));
    await expect(stack.call("/")).rejects.toBe(error);
  });

  it("rejects with what the map throws", async () => {
    const error = new Error("broken map");
    const stack = ServiceBuilder.for<string, never>()
      .layer(
        mapResponse((): never => {
          throw error;
        }),
      )
      .service(script([succeed("page")]));
    await expect(stack.call("/")).rejects.toBe(error);
  });

  it("refuses a map that is no function", () => {
    const message = 'Expected "map" to be a function: got null';
    expect(() => mapResponse(untyped(null))).toThrow(new TypeError(message));
  });
});
