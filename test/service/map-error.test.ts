import { describe, expect, it } from "vitest";

import { ServiceBuilder } from "../../src/service/builder.ts";
import { Context } from "../../src/service/context.ts";
import { RejectedError } from "../../src/service/errors.ts";
import { mapError } from "../../src/service/map-error.ts";
import { fail, script, succeed } from "../../src/testing/script.ts";
import { untyped } from "../support/untyped.ts";

describe("mapError", () => {
  it("rejects with what each error is turned into, an error or not", async () => {
    const stack = ServiceBuilder.for<string, string>()
      .layer(mapError((error, request) => `${request}: ${String(error)}`))
      .service(script([fail("down")]));
    await expect(stack.call("/")).rejects.toBe("/: down");
  });

  it("shows error, request and context to the map, refusals too", async () => {
    const refusal = new RejectedError("no");
    const seen: unknown[] = [];
    const stack = ServiceBuilder.for<string, string>()
      .layer(mapError((...args) => (seen.push(...args), args[0])))
      .service(script([fail(refusal)]));
    await expect(stack.call("/")).rejects.toBe(refusal);
    expect(seen).toEqual([refusal, "/", expect.any(Context)]);
  });

  it("shows the reason of an abort to the map, where the inner service heeds it", async () => {
    const seen: unknown[] = [];
    const controller = new AbortController();
    const stack = ServiceBuilder.for<string, void>()
      .layer(mapError((error) => (seen.push(error), error)))
      .service((_, context) => context.sleep(1e9));
    const call = stack.call("/", { signal: controller.signal });
    controller.abort("stop");
    await expect(call).rejects.toBe("stop");
    await Promise.resolve();
    expect(seen).toEqual(["stop"]);
  });

  it("passes responses as they are", async () => {
    const stack = ServiceBuilder.for<string, string>()
      .layer(mapError(() => expect.unreachable()))
      .service(script([succeed("page")]));
    expect(await stack.call("/")).toBe("page");
  });

  it("rejects with what the map throws", async () => {
    const error = new Error("broken map");
    const stack = ServiceBuilder.for<string, string>()
      .layer(
        mapError(() => {
          throw error;
        }),
      )
      .service(script([fail()]));
    await expect(stack.call("/")).rejects.toBe(error);
  });

  it("refuses a map that is no function", () => {
    const message = 'Expected "map" to be a function: got an object';
    expect(() => mapError(untyped(new Error("down")))).toThrow(new TypeError(message));
  });
});
