import { describe, expect, it } from "vitest";

import { ServiceBuilder } from "../../src/service/builder.ts";
import { Context } from "../../src/service/context.ts";
import { type Outcome, settle } from "../../src/service/outcome.ts";
import { tap } from "../../src/service/tap.ts";
import { fail, script, succeed } from "../../src/testing/script.ts";
import { untyped } from "../support/untyped.ts";

const error = new Error("down");
const page = { html: "<p>" };

describe("tap", () => {
  it.each<Outcome<object>>([succeed(page), fail(error)])(
    "shows the outcome, and passes it on as it is: %j",
    async (outcome) => {
      const seen: unknown[] = [];
      const stack = ServiceBuilder.for<string, object>()
        .layer(tap((...args) => void seen.push(...args)))
        .service(script([outcome]));
      expect(await settle(stack.call("/"))).toEqual(outcome);
      expect(seen).toEqual([outcome, "/", expect.any(Context)]);
    },
  );

  it("passes by identity", async () => {
    const stack = ServiceBuilder.for<string, object>()
      .layer(tap(() => {}))
      .service(script([succeed(page), fail(error)]));
    expect(await stack.call("/")).toBe(page);
    await expect(stack.call("/")).rejects.toBe(error);
  });

  it("rejects with what the watcher throws", async () => {
    const broken = new Error("broken watcher");
    const stack = ServiceBuilder.for<string, object>()
      .layer(
        tap(() => {
          throw broken;
        }),
      )
      .service(script([succeed(page)]));
    await expect(stack.call("/")).rejects.toBe(broken);
  });

  it("does not wait for what the watcher begins", async () => {
    const stack = ServiceBuilder.for<string, object>()
      .layer(tap(() => new Promise(() => {})))
      .service(script([succeed(page)]));
    expect(await stack.call("/")).toBe(page);
  });

  it("refuses a watcher that is no function", () => {
    expect(() => tap(untyped("log"))).toThrow(
      new TypeError('Expected "watch" to be a function: got "log"'),
    );
  });
});
