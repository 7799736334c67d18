import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { NotNowError, RejectedError } from "../../../src/service/errors.ts";
import { outcomes } from "../../../src/testing/laws/outcomes.ts";
import { schedules } from "../../../src/testing/laws/schedules.ts";

describe("schedules", () => {
  const drawn = fc.sample(schedules(fc), { numRuns: 1_000, seed: 1 });

  it("begin with a call", () => {
    expect(drawn.every(([first]) => first?.kind === "call")).toBe(true);
  });

  it("hold several calls on average, and all kinds of commands", () => {
    const commands = drawn.flat();
    const count = (kind: string): number => commands.filter((other) => other.kind === kind).length;
    expect(count("call")).toBeGreaterThan(5 * drawn.length);
    expect(count("answer")).toBeGreaterThan(3 * drawn.length);
    expect(count("abort")).toBeGreaterThan(drawn.length);
    expect(count("advance")).toBeGreaterThan(drawn.length);
  });

  it("shrink to one plain call", () => {
    const { counterexample } = fc.check(
      fc.property(schedules(fc), () => false),
      { seed: 1 },
    );
    expect(counterexample).toEqual([
      [
        {
          kind: "call",
          request: "a",
          startWithinMs: Infinity,
          timeoutMs: Infinity,
          signal: false,
          aborted: false,
          ignores: false,
          answer: undefined,
          quick: false,
        },
      ],
    ]);
  });
});

describe("outcomes", () => {
  const drawn = fc.sample(outcomes(fc), { numRuns: 1_000, seed: 1 });
  const errors = drawn.flatMap((outcome) => (outcome.ok ? [] : [outcome.error]));

  it("are responses, failures and both kinds of refusals", () => {
    expect(errors.length).toBeLessThan(drawn.length);
    const kinds = new Set(
      errors.map((error) => (error instanceof Error ? error.constructor : undefined)),
    );
    expect(kinds).toEqual(new Set([Error, NotNowError, RejectedError]));
  });

  it("have an error object of their own each", () => {
    expect(new Set(errors).size).toBe(errors.length);
  });

  it("shrink to a response", () => {
    const { counterexample } = fc.check(
      fc.property(outcomes(fc), () => false),
      { seed: 1 },
    );
    expect(counterexample).toEqual([{ ok: true, value: "response 0" }]);
  });
});
