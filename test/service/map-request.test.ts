import { describe, expect, it } from "vitest";

import { ServiceBuilder } from "../../src/service/builder.ts";
import type { Context } from "../../src/service/context.ts";
import { mapRequest } from "../../src/service/map-request.ts";
import { service } from "../../src/service/service.ts";
import { fail, script, succeed } from "../../src/testing/script.ts";
import { untyped } from "../support/untyped.ts";

describe("mapRequest", () => {
  it("asks the inner service for what each request is turned into", async () => {
    const leaf = script<{ url: string }, string>([succeed("page")]);
    const stack = ServiceBuilder.for<number, string>()
      .layer(mapRequest((id) => ({ url: `/${id}` })))
      .service(leaf);
    expect(await stack.call(7)).toBe("page");
    expect(leaf.seen).toEqual([{ url: "/7" }]);
  });

  it("shows the context to the map, and hands it on", async () => {
    const seen: Context[] = [];
    const stack = ServiceBuilder.for<string, string>()
      .layer(mapRequest((request, context) => (seen.push(context), request)))
      .service(service(async (request, context) => (seen.push(context), request)));
    await stack.call("/");
    expect(seen[0]).toBe(seen[1]);
  });

  it("passes errors as they are", async () => {
    const error = new Error("down");
    const stack = ServiceBuilder.for<string, string>()
      .layer(mapRequest((request) => request))
      .service(script([fail(error)]));
    await expect(stack.call("/")).rejects.toBe(error);
  });

  it("rejects with what the map throws, without calling the inner service", async () => {
    const error = new Error("broken map");
    const leaf = script<string, string>([succeed("never seen")]);
    const stack = ServiceBuilder.for<string, string>()
      .layer(
        mapRequest((): string => {
          throw error;
        }),
      )
      .service(leaf);
    await expect(stack.call("/")).rejects.toBe(error);
    expect(leaf.seen).toEqual([]);
  });

  it("refuses a map that is no function", () => {
    const message = 'Expected "map" to be a function: got an object';
    expect(() => mapRequest(untyped({}))).toThrow(new TypeError(message));
  });
});
