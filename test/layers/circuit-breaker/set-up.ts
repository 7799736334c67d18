import type { CircuitBreakerOptions } from "../../../src/layers/circuit-breaker/circuit-breaker-options.ts";
import { circuitBreaker } from "../../../src/layers/circuit-breaker/circuit-breaker.ts";
import { CircuitOpenError } from "../../../src/layers/circuit-breaker/circuit-open-error.ts";
import { consecutiveFailures } from "../../../src/layers/circuit-breaker/trip.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { RejectedError } from "../../../src/service/errors.ts";
import type { Layer } from "../../../src/service/layer.ts";
import { settle } from "../../../src/service/outcome.ts";
import type { Stack } from "../../../src/service/stack.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { untyped } from "../../support/untyped.ts";

/** What "bad" fails with, and what "refused" is refused with. */
export const down: Error = new Error("down");
export const refused: RejectedError = new RejectedError("not this one");

export type Strings = Layer<string, string>;

export interface SetUp {
  readonly clock: VirtualClock;
  readonly stack: Stack<string, string>;
  /** Requests that have reached the leaf. */
  readonly sent: readonly string[];
  /** Makes as many calls fail as it takes. */
  readonly open: () => Promise<void>;
  readonly opened: () => Promise<SetUp>;
}

/** A breaker that opens at the third failure, for a second, over a leaf that does as it is told. */
export function setUp(
  options: { readonly [Name in keyof CircuitBreakerOptions<string, string>]: unknown } = {},
  {
    above = [],
    below = [],
  }: { readonly above?: readonly Strings[]; readonly below?: readonly Strings[] } = {},
): SetUp {
  const clock = new VirtualClock();
  const sent: string[] = [];
  const breaker: Strings = circuitBreaker(
    untyped({ trip: consecutiveFailures(3), cooldownMs: 1000, ...options }),
  );
  const stack = [...above, breaker, ...below]
    .reduce((builder, layer) => builder.layer(layer), ServiceBuilder.for<string, string>())
    .service(
      async (request, context) => {
        sent.push(request);
        if (request === "bad") throw down;
        if (request === "refused") throw refused;
        if (request === "slow") await context.sleep(100);
        if (request === "silent") await new Promise(() => {});
        return request;
      },
      { clock },
    );
  const open = async (): Promise<void> => {
    for (let n = 0; n < 3; n++) await settle(stack.call("bad"));
  };
  const all: SetUp = {
    clock,
    stack,
    sent,
    open,
    opened: async () => {
      await open();
      return all;
    },
  };
  return all;
}

/** The refusal of a call, if it was refused by its circuit. */
export async function refusalOf(call: Promise<unknown>): Promise<CircuitOpenError | undefined> {
  const outcome = await settle(call);
  return !outcome.ok && outcome.error instanceof CircuitOpenError ? outcome.error : undefined;
}
