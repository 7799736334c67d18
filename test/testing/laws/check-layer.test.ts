import { describe, expect, it } from "vitest";

import { circuitBreaker } from "../../../src/layers/circuit-breaker/circuit-breaker.ts";
import { consecutiveFailures } from "../../../src/layers/circuit-breaker/trip.ts";
import { concurrencyLimit } from "../../../src/layers/concurrency-limit.ts";
import { rateLimit } from "../../../src/layers/rate-limit/rate-limit.ts";
import { retry } from "../../../src/layers/retry.ts";
import { NotNowError } from "../../../src/service/errors.ts";
import { type Layer, layer } from "../../../src/service/layer.ts";
import { settle } from "../../../src/service/outcome.ts";
import { BrokenLawError } from "../../../src/testing/laws/broken-law-error.ts";
import { checkLayer, type CheckLayerOptions } from "../../../src/testing/laws/check-layer.ts";
import { untyped } from "../../support/untyped.ts";
import { brokenLimit } from "./planted/broken-limit.ts";
import { bugsOfPassing } from "./planted/bugs-of-passing.ts";
import { bugsOfWaiting } from "./planted/bugs-of-waiting.ts";
import { unheard } from "./unheard.ts";

const plantedBugs = [...bugsOfPassing, ...bugsOfWaiting];

describe("checkLayer", () => {
  it.each(plantedBugs)("names the law $law of a layer that $does", async (bug) => {
    for (const seed of [1, 2, 3]) {
      const check = unheard(() => checkLayer(bug.layer, { ...bug.traits, seed }));
      await expect(check).rejects.toMatchObject({ name: "BrokenLawError", law: bug.law });
    }
  });

  it("has a bug for each law", () => {
    expect(new Set(plantedBugs.map(({ law }) => law))).toEqual(
      new Set([
        "no synchronous throw",
        "context travels",
        "no double call",
        "transparency",
        "error transparency",
        "cancellation",
        "no orphans",
        "startBy honoured",
        "first come, first served",
        "refusals reserve nothing",
        "permits conserved",
        "no residue",
        "liveness",
        "no unhandled rejection",
        "stacking",
      ]),
    );
  });

  it("tells what was done, in the fewest steps, and how to do it again", async () => {
    const error = await broken(leaky, { seed: 7 });
    expect(error.seen).toBe(
      'only 1 of 3 calls "a" at once reached the leaf when all was over; 2 do when the layer is fresh',
    );
    expect(error.schedule).toEqual(['call 0 "a"', 'leaf call 0 fails with Error "failure 0"']);
    expect(error.message).toContain('The layer "leaky" breaks the law "permits conserved": only 1');
    expect(error.message).toContain(`  ${error.schedule.join("\n  ")}\n`);
    expect(error.message).toContain(`seed: ${error.replay.seed}, path: "${error.replay.path}"`);
    expect(error.replay.seed).toBe(7);

    const again = await broken(leaky, error.replay);
    expect(again.law).toBe(error.law);
    expect(again.schedule).toEqual(error.schedule);
  });

  it("writes steps as one would say them", async () => {
    const error = await broken(() => layer("deaf", brokenLimit({ limit: 1, lateMs: Infinity })), {
      seed: 1,
    });
    expect(error.law).toBe("startBy honoured");
    expect(error.schedule.join("\n")).toMatch(/^call 0 "a"\ncall 1 "a", startWithin 0$/);
  });

  it("tells how much it has tried", async () => {
    const report = await checkLayer(() => retry({ limit: 1 }), { runs: 50, seed: 1 });
    expect(report.runs).toBe(50);
    expect(report.calls).toBeGreaterThan(50 * 4);
    expect(report.leafCalls).toBeGreaterThan(report.calls);
  });

  it("does the same with the same seed", async () => {
    const reports = [1, 1, 2].map((seed) => checkLayer(() => retry(), { runs: 20, seed }));
    const [first, again, other] = await Promise.all(reports);
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it("goes by what the layer has declared, and what is said of it instead", async () => {
    await expect(checkLayer(undeclared)).rejects.toMatchObject({ law: "no double call" });
    await checkLayer(undeclared, { multiplicity: 3 });
    await checkLayer(() => retry());
    await expect(checkLayer(() => retry(), { multiplicity: 2 })).rejects.toThrow(BrokenLawError);
  });

  it("passes the limit that the bugs are planted in, and one of many places", async () => {
    const sound = checkLayer(() => layer("limit", brokenLimit(), { queues: true }));
    await expect(sound).resolves.toMatchObject({ runs: 100 });
    const wide = checkLayer(() => concurrencyLimit({ limit: 300 }), { runs: 5 });
    await expect(wide).resolves.toMatchObject({ runs: 5 });
  });

  it("waits for a layer to recover, however many successes and years that takes", async () => {
    const slow: (() => Layer<string, string>)[] = [
      () => circuitBreaker({ successes: 40, trip: consecutiveFailures(1) }),
      () => rateLimit({ limit: 1, intervalMs: 1e10, burst: 3 }),
    ];
    for (const make of slow) await expect(checkLayer(make)).resolves.toMatchObject({ runs: 100 });
  });

  it("passes a layer whose waits are a matter of chance", async () => {
    await expect(checkLayer(jitter)).resolves.toMatchObject({ runs: 100 });
  });

  it("takes another order for right where it is said not to queue", async () => {
    await expect(checkLayer(backwards)).rejects.toMatchObject({ law: "first come, first served" });
    await expect(checkLayer(backwards, { queues: false })).resolves.toMatchObject({ runs: 100 });
  });

  it("fills a limit of many places, and tells so", async () => {
    const flaws = { limit: 20, loses: "what is refused" } as const;
    const error = await broken(() => layer("leaky", brokenLimit(flaws)), { seed: 1 });
    expect(error.schedule.join("\n")).toMatch(
      /^call 0 "a"\ncalls 1 to 20 "a"\ncall 21 "a", startWithin 0$/,
    );
  });

  it("leaves nothing behind in the process", async () => {
    const events = ["unhandledRejection", "uncaughtException"] as const;
    const before = events.map((event) => process.listenerCount(event));
    await checkLayer(() => retry(), { runs: 1 });
    await settle(checkLayer(bugsOfPassing[0]?.layer ?? retry, { runs: 100 }));
    expect(events.map((event) => process.listenerCount(event))).toEqual(before);
  });

  it.each([
    [{ runs: 0 }, 'Expected "runs" to be a finite whole number >= 1: got 0'],
    [{ runs: Infinity }, 'Expected "runs" to be a finite whole number >= 1: got Infinity'],
    [untyped(null), 'Expected "options" to be an object: got null'],
    [{ seed: Number.NaN }, 'Expected "seed" to be a whole number: got NaN'],
    [{ path: untyped(3) }, 'Expected "path" to be a path that an error has told: got 3'],
    [{ multiplicity: -1 }, 'Expected "multiplicity"'],
    [untyped({ queue: true }), 'got "queue"'],
  ] satisfies [CheckLayerOptions, string][])("refuses the options %o", async (options, message) => {
    await expect(checkLayer(() => retry(), options)).rejects.toThrow(message);
  });

  it("refuses what makes no layer", async () => {
    await expect(checkLayer(untyped(undefined))).rejects.toThrow('Expected "factory"');
    await expect(checkLayer(() => untyped("layer"))).rejects.toThrow('Expected "factory()"');
  });
});

const leaky = (): Layer<string, string> =>
  layer("leaky", brokenLimit({ limit: 2, loses: "what fails" }), { queues: true });

const backwards = (): Layer<string, string> => (inner) => ({
  call: brokenLimit({ next: "last" })(inner),
});

const jitter = (): Layer<string, string> =>
  layer("jitter", (inner) => async (request, context) => {
    const waitMs = Math.floor(context.random() * 8);
    if (waitMs > context.patienceMs()) throw new NotNowError("too long");
    if (waitMs > 0) await context.sleep(waitMs);
    return inner.call(request, context);
  });

const undeclared = (): Layer<string, string> => (inner) => retry<string, string>()(inner);

/** The error of a layer that keeps not to the laws. */
async function broken(
  factory: () => Layer<string, string>,
  options: CheckLayerOptions,
): Promise<BrokenLawError> {
  const outcome = await settle(checkLayer(factory, options));
  if (!outcome.ok && outcome.error instanceof BrokenLawError) return outcome.error;
  throw new Error("No law was found broken");
}
