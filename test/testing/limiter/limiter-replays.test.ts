import { describe, expect, it } from "vitest";

import { PerDomainThrottle } from "../../../src/layers/rate-limit/per-domain-throttle.ts";
import { LimiterPlay } from "../../../src/testing/limiter/limiter-play.ts";
import { requireHonesty } from "../../../src/testing/limiter/limiter-replays.ts";
import type { Step } from "../../../src/testing/limiter/limiter-schedule.ts";

const patient = {
  act: "come",
  domain: "b.test",
  patienceMs: Infinity,
  by: "startBy",
  aborted: false,
} as const;

describe("requireHonesty", () => {
  it("holds nobody to what a limiter said once the end of the play had taught it more", async () => {
    const autoThrottle = { startDelayMs: 30, targetConcurrency: 3 };
    const again = (): LimiterPlay =>
      new LimiterPlay(new PerDomainThrottle({ minDelayMs: 20, autoThrottle }));
    const steps: readonly Step[] = [
      { ...patient, afterMs: 0 },
      { ...patient, afterMs: 737 },
      { ...patient, afterMs: 0, patienceMs: 147.3 },
      { act: "report", afterMs: 0, back: 2, status: 200, retryAfterMs: undefined },
      { ...patient, afterMs: 147, domain: "a.test", patienceMs: 0 },
    ];
    const play = await (await again().play(steps)).drain();
    expect(play.calls[2]?.fate).toContain("refused at 884.3 ms until 884.33");
    await expect(requireHonesty({ steps, play, again })).resolves.toBeUndefined();
  });
});
