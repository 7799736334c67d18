import { expectTypeOf, test } from "vitest";

import type { Clock } from "../../src/service/clock.ts";
import { type ContextKey, contextKey } from "../../src/service/context-key.ts";
import type { Context } from "../../src/service/context.ts";
import type { NotNowError, RejectedError, ServiceError } from "../../src/service/errors.ts";
import { type Outcome, settle, unwrap } from "../../src/service/outcome.ts";

declare const context: Context;
declare const clock: Clock;

test("a key says what its value is", () => {
  const depth = contextKey("depth", 0);
  expectTypeOf(depth).toEqualTypeOf<ContextKey<number>>();
  expectTypeOf(context.get(depth)).toEqualTypeOf<number>();
  expectTypeOf(context.with(depth, 1)).toEqualTypeOf<Context>();
  // @ts-expect-error the key is one of numbers
  context.with(depth, "1");
  const parent = contextKey<Context | undefined>("parent", undefined);
  expectTypeOf(context.get(parent)).toEqualTypeOf<Context | undefined>();
});

test("a context cannot be written to", () => {
  // @ts-expect-error it is immutable
  context.deadline = 5;
  // @ts-expect-error it is immutable
  context.clock = clock;
});

test("work in a timeout answers as it would without", () => {
  expectTypeOf(context.withTimeout(1, async () => 5)).toEqualTypeOf<Promise<number>>();
});

test("an outcome is a value or an error, told apart by `ok`", async () => {
  const outcome = await settle(Promise.resolve(5));
  expectTypeOf(outcome).toEqualTypeOf<Outcome<number>>();
  if (outcome.ok) expectTypeOf(outcome.value).toEqualTypeOf<number>();
  else expectTypeOf(outcome.error).toBeUnknown();
  expectTypeOf(unwrap(outcome)).toEqualTypeOf<number>();
});

test("refusals narrow by class", () => {
  expectTypeOf<NotNowError>().toExtend<RejectedError>();
  expectTypeOf<RejectedError>().toExtend<ServiceError>();
  expectTypeOf<NotNowError["retryAt"]>().toEqualTypeOf<number | undefined>();
});
