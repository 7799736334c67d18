import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { breakers, Play, steps } from "./play.ts";

describe("the circuit of a circuitBreaker", () => {
  it("does what its model does, whatever comes, ends, aborts, is refused or times out first", () =>
    fc.assert(
      fc.asyncProperty(breakers, steps, async (options, steps) => {
        await expect(new Play(options).run(steps)).resolves.toBeUndefined();
      }),
    ));
});
