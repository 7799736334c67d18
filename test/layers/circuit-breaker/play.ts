import assert from "node:assert/strict";
import { getEventListeners } from "node:events";

import fc from "fast-check";

import { circuitBreaker } from "../../../src/layers/circuit-breaker/circuit-breaker.ts";
import { CircuitOpenError } from "../../../src/layers/circuit-breaker/circuit-open-error.ts";
import { consecutiveFailures } from "../../../src/layers/circuit-breaker/trip.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { NotNowError, TimeoutError } from "../../../src/service/errors.ts";
import type { LayerEvent } from "../../../src/service/events.ts";
import { layer } from "../../../src/service/layer.ts";
import { settle } from "../../../src/service/outcome.ts";
import type { Stack } from "../../../src/service/stack.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { eventsDuring } from "../../support/events.ts";
import {
  BreakerModel,
  type ModelCall,
  type ModelEvent,
  type ModelOptions,
} from "./breaker-model.ts";

const KEYS = ["a", "b"];
const which = fc.nat(20);

/** Breakers of few failures, short times and few probes, so that much happens. */
export const breakers: fc.Arbitrary<ModelOptions> = fc
  .record({
    failures: fc.integer({ min: 1, max: 3 }),
    cooldownMs: fc.constantFrom(0, 10, 25),
    growth: fc.constantFrom(1, 2, 3, 16),
    probes: fc.integer({ min: 1, max: 3 }),
    successes: fc.integer({ min: 1, max: 4 }),
    probeTimeoutMs: fc.constantFrom(5, 30, Infinity),
  })
  .map(({ growth, ...options }) =>
    Object.assign(options, { maxCooldownMs: options.cooldownMs * growth }),
  );

/** What can happen to the calls of a breaker. */
export const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ come: fc.constantFrom(...KEYS, "a", "a") }) },
    { weight: 2, arbitrary: fc.record({ start: which }) },
    {
      weight: 6,
      arbitrary: fc.record({
        end: which,
        how: fc.constantFrom("well", "badly", "badly", "badly", "refused", "timeout"),
      }),
    },
    fc.record({ abort: which }),
    { weight: 3, arbitrary: fc.record({ passMs: fc.constantFrom(1, 5, 10, 24, 25, 100) }) },
  ),
  { minLength: 20, maxLength: 80, size: "max" },
);
export type Step = typeof steps extends fc.Arbitrary<(infer Step)[]> ? Step : never;

/** A call that was let through. */
interface Arrival {
  /** Lets it go on to the leaf. */
  readonly start: () => void;
  readonly settle: (error?: Error) => void;
  started: boolean;
}

/** The same, with its like in the model. */
interface UnderWay extends Arrival {
  readonly model: BreakerModel;
  readonly call: ModelCall;
  readonly controller: AbortController;
}

/** Plays steps to a breaker and its model, which must agree after each. */
export class Play {
  readonly #clock = new VirtualClock();
  readonly #models: ReadonlyMap<string, BreakerModel>;
  readonly #stack: Stack<string, string>;
  readonly #underWay: UnderWay[] = [];
  readonly #controllers: AbortController[] = [];
  readonly #waits: { readonly isOver: () => boolean; resolved: boolean }[] = [];
  readonly #arrivals: Arrival[] = [];

  constructor({ failures, ...options }: ModelOptions) {
    this.#models = new Map(KEYS.map((key) => [key, new BreakerModel({ failures, ...options })]));
    this.#stack = ServiceBuilder.for<string, string>()
      .layer(circuitBreaker({ key: (key) => key, trip: consecutiveFailures(failures), ...options }))
      .layer(this.#queue())
      .service(async (request) => request, { clock: this.#clock });
  }

  async run(steps: readonly Step[]): Promise<void> {
    const events = await eventsDuring(async () => {
      for (const step of steps) {
        await this.#take(step);
        await drain();
        assert.equal(this.#clock.pending, 0);
        for (const { isOver, resolved } of this.#waits) assert.equal(resolved, isOver());
      }
    });
    for (const [key, model] of this.#models) assert.deepEqual(told(events, key), model.events);
    for (const call of this.#underWay.splice(0)) call.settle();
    await drain();
    for (const { signal } of this.#controllers) {
      assert.equal(getEventListeners(signal, "abort").length, 0);
    }
  }

  /** Holds each call until a step lets it go on to the leaf, or ends it. */
  #queue() {
    return layer<string, string>("queue", (inner) => (request, context) => {
      let answer: Promise<unknown> | undefined;
      return new Promise((resolve, reject) => {
        this.#arrivals.push({
          started: false,
          start: () => void (answer ??= settle(inner.call(request, context))),
          settle: (error) => (error ? reject(error) : resolve(request)),
        });
      });
    });
  }

  async #take(step: Step): Promise<void> {
    if ("passMs" in step) this.#clock.advance(step.passMs);
    else if ("come" in step) await this.#come(step.come);
    else {
      const at = Object.values(step).find((value) => typeof value === "number") ?? 0;
      const underWay = this.#underWay[at % this.#underWay.length];
      if (!underWay) return;
      if ("start" in step) {
        underWay.started = true;
        underWay.start();
      } else if ("abort" in step) this.#abort(underWay);
      else this.#end(underWay, step.how);
    }
  }

  async #come(key: string): Promise<void> {
    const model = this.#models.get(key);
    assert.ok(model);
    const controller = new AbortController();
    this.#controllers.push(controller);
    const response = this.#stack.call(key, { signal: controller.signal });
    const expected = model.come(this.#clock.now());
    const [arrived] = this.#arrivals.splice(0);
    if ("at" in expected) {
      assert.ok(arrived, "the call was refused");
      response.catch(() => {});
      this.#underWay.push({ model, call: expected, controller, ...arrived });
      return;
    }
    assert.ok(!arrived, "the call was let through");
    const error: unknown = await response.catch((error: unknown) => error);
    assert.ok(error instanceof CircuitOpenError);
    assert.deepEqual([error.key, error.retryAt], [key, expected.retryAt]);
    const { era } = expected;
    assert.equal(error.ready !== undefined, era !== undefined);
    if (!error.ready || era === undefined) return;
    const since = model.ends;
    const wait = { isOver: () => model.hasProbeEnded(era, since), resolved: false };
    void error.ready.then(() => (wait.resolved = true));
    this.#waits.push(wait);
  }

  #abort(underWay: UnderWay): void {
    underWay.controller.abort("stop");
    underWay.model.end(underWay.call, "neither", this.#clock.now());
  }

  #end(underWay: UnderWay, how: string): void {
    const { model, call, settle, started } = underWay;
    this.#underWay.splice(this.#underWay.indexOf(underWay), 1);
    const now = this.#clock.now();
    if (how === "well") {
      settle();
      model.end(call, "well", now);
    } else if (how === "badly") {
      settle(new Error("down"));
      model.end(call, "badly", now);
    } else if (how === "refused") {
      settle(new NotNowError("busy"));
      model.end(call, "neither", now);
    } else {
      settle(new TimeoutError(1));
      model.end(call, started ? "badly" : "neither", now);
    }
  }
}

/** Lets everything happen that waits for nothing. */
async function drain(): Promise<void> {
  for (let n = 0; n < 12; n++) await Promise.resolve();
}

/** What the breaker told of a key. */
function told(events: readonly LayerEvent[], of: string): readonly ModelEvent[] {
  return events.flatMap(({ layer, event, detail: { key, ...detail } }) =>
    layer === "circuitBreaker" && key === of ? [{ event, detail }] : [],
  );
}
