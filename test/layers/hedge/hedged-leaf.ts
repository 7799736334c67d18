import { hedge, type HedgeOptions } from "../../../src/layers/hedge/hedge.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import type { Context } from "../../../src/service/context.ts";
import type { LayerEvent } from "../../../src/service/events.ts";
import { type Outcome, settle, unwrap } from "../../../src/service/outcome.ts";
import { fail } from "../../../src/testing/script.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { eventsDuring } from "../../support/events.ts";

/** What is to be seen of a hedged leaf. */
export interface Hedged {
  /** Calls for "/", and moves time until the outcome is there. */
  readonly ask: (signal?: AbortSignal) => Promise<Outcome<string>>;
  readonly clock: VirtualClock;
  /** When the calls reached the leaf, and in which context. */
  readonly started: readonly number[];
  readonly contexts: readonly Context[];
}

/** A `hedge` of 10 ms over a leaf, calls to which take so long and end like that. */
export function over(
  ends: readonly (Outcome<string> & { ms: number })[],
  options: Partial<HedgeOptions<string>> = {},
): Hedged {
  const clock = new VirtualClock();
  const started: number[] = [];
  const contexts: Context[] = [];
  const stack = ServiceBuilder.for<string, string>()
    .layer(hedge({ delayMs: 10, ...options }))
    .service(
      async (_, context) => {
        const end = ends[started.length] ?? { ms: 0, ...fail() };
        started.push(clock.now());
        contexts.push(context);
        await context.sleep(end.ms);
        return unwrap(end);
      },
      { clock },
    );
  const ask = (signal?: AbortSignal): Promise<Outcome<string>> =>
    clock.run(settle(stack.call("/", { signal })));
  return { ask, clock, started, contexts };
}

/** What `hedge` tells, beside the start and the end of its calls. */
export async function toldDuring(ask: () => Promise<unknown>): Promise<readonly LayerEvent[]> {
  const events = await eventsDuring(ask);
  return events.filter(
    ({ layer, event }) => layer === "hedge" && !/^(start|end|error)$/.test(event),
  );
}
