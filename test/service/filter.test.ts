import { describe, expect, it } from "vitest";

import { concurrencyLimit } from "../../src/layers/concurrency-limit.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { Context } from "../../src/service/context.ts";
import { RejectedError } from "../../src/service/errors.ts";
import { filter, FilteredError } from "../../src/service/filter.ts";
import { script, succeed } from "../../src/testing/script.ts";
import { untyped } from "../support/untyped.ts";

describe("filter", () => {
  it.each([
    ["says", (url: string) => url.startsWith("https:")],
    ["promises", async (url: string) => url.startsWith("https:")],
  ])("sends only what its test %s to let pass", async (_, allows) => {
    const leaf = script<string, string>([succeed("page")]);
    const stack = ServiceBuilder.for<string, string>().layer(filter(allows)).service(leaf);
    await expect(stack.call("http://a.test")).rejects.toThrow(FilteredError);
    expect(await stack.call("https://a.test")).toBe("page");
    expect(leaf.seen).toEqual(["https://a.test"]);
  });

  it("shows request and context to the test", async () => {
    const seen: unknown[] = [];
    const stack = ServiceBuilder.for<string, string>()
      .layer(filter((...args) => seen.push(...args) > 0))
      .service(script([succeed("page")]));
    await stack.call("/");
    expect(seen).toEqual(["/", expect.any(Context)]);
  });

  it("refuses for good, and reserves nothing further in", async () => {
    const stack = ServiceBuilder.for<string, string>()
      .layer(filter((request) => request !== "/private"))
      .layer(concurrencyLimit({ limit: 1, queue: 0 }))
      .service(script([succeed("page")]));
    const refused = stack.call("/private");
    expect(await stack.call("/")).toBe("page");
    await expect(refused).rejects.toBeInstanceOf(RejectedError);
    const message = "The filter refused the request";
    await expect(refused).rejects.toMatchObject({ code: "filtered", message });
  });

  it.each(["throws", "rejects"])(
    "rejects with what the test %s, and sends nothing",
    async (how) => {
      const error = new Error("broken test");
      const leaf = script<string, string>([succeed("never seen")]);
      const stack = ServiceBuilder.for<string, string>()
        .layer(
          filter(() => {
            if (how === "throws") throw error;
            return Promise.reject(error);
          }),
        )
        .service(leaf);
      await expect(stack.call("/")).rejects.toBe(error);
      expect(leaf.seen).toEqual([]);
    },
  );

  it("refuses a test that is no function", () => {
    expect(() => filter(untyped(true))).toThrow(
      new TypeError('Expected "allows" to be a function: got true'),
    );
  });
});
