import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { alreadyOpen, timingsOf } from "../../../src/http/client/connection-steps.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";

describe("timingsOf", () => {
  it("tells when each step was done, from the call on", () => {
    const clock = new VirtualClock();
    const begun = clock.now();
    clock.advance(100);
    const steps = { resolvedAt: begun + 5, connectedAt: begun + 20, securedAt: begun + 50 };
    expect(timingsOf(steps, { firstByteMs: 90, totalMs: 100 }, clock)).toEqual({
      dnsMs: 5,
      connectMs: 20,
      tlsMs: 50,
      firstByteMs: 90,
      totalMs: 100,
    });
  });

  it("counts what has not happened until now", () => {
    const clock = new VirtualClock();
    const steps = { resolvedAt: clock.now() + 5 };
    clock.advance(100);
    expect(timingsOf(steps, { firstByteMs: undefined, totalMs: 100 }, clock)).toEqual({
      dnsMs: 5,
      connectMs: 100,
      tlsMs: 100,
      firstByteMs: 100,
      totalMs: 100,
    });
  });

  it("has nothing to tell of a connection that was open", () => {
    expect(timingsOf(alreadyOpen, { firstByteMs: 1, totalMs: 2 })).toEqual({
      dnsMs: 0,
      connectMs: 0,
      tlsMs: 0,
      firstByteMs: 1,
      totalMs: 2,
    });
  });

  it("never has a part that ends before the one ahead of it, whatever the clocks say", () => {
    const ms = fc.double({ min: 0, max: 1e6, noNaN: true });
    const instants = fc.array(ms, { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(instants, ms, ms, ms, (instants, firstByte, rest, elapsed) => {
        const clock = new VirtualClock();
        const origin = clock.now();
        clock.advance(elapsed);
        const [resolvedAt = 0, connectedAt = 0, securedAt = 0] = instants
          .map((at) => origin + at)
          .toSorted((a, b) => a - b);
        const steps = { resolvedAt, connectedAt, securedAt };
        const spent = { firstByteMs: firstByte, totalMs: firstByte + rest };
        const timings = Object.values(timingsOf(steps, spent, clock));
        expect(timings).toEqual(timings.toSorted((a, b) => a - b));
        expect(timings[0]).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
