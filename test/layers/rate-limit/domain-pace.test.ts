import { describe, expect, it } from "vitest";

import { DomainPace } from "../../../src/layers/rate-limit/domain-pace.ts";

const day = 24 * 3_600_000;

describe("DomainPace", () => {
  it("counts a turn from the last start", () => {
    const pace = paceOf(200);
    expect(pace.turn).toBe(-Infinity);
    pace.start(1000);
    expect(pace.turn).toBe(1200);
  });

  it.each([429, 503])("doubles its delay on each %d, up to the most", (status) => {
    const pace = paceOf(200, 1000);
    expect(Array.from({ length: 4 }, () => exchange(pace, status))).toEqual([400, 800, 1000, 1000]);
  });

  it("goes from no delay to 200 ms, and back to none", () => {
    const pace = paceOf(0);
    expect(exchange(pace, 429)).toBe(200);
    for (let n = 0; n < 50; n++) exchange(pace, 200);
    expect(pace.delayMs).toBe(0);
  });

  it("halves its delay after five successes in a row, and never goes below its floor", () => {
    const pace = paceOf(300);
    exchange(pace, 429);
    exchange(pace, 429);
    expect(pace.delayMs).toBe(1200);
    const delays = [200, 204, 301, 304, 200, 200, 200, 200, 200, 200, 200].map((status) =>
      exchange(pace, status),
    );
    expect(delays).toEqual([1200, 1200, 1200, 1200, 600, 600, 600, 600, 600, 300, 300]);
  });

  it.each([500, 502, 504, undefined])("begins the row of successes anew after %s", (status) => {
    const pace = slowed();
    for (const s of [200, 200, 200, 200, status, 200]) exchange(pace, s);
    expect(pace.delayMs).toBe(800);
  });

  it.each([400, 401, 403, 404, 410])("learns nothing from %d", (status) => {
    const pace = slowed();
    for (const s of [200, 200, 200, 200, status]) exchange(pace, s);
    expect(pace.delayMs).toBe(800);
    expect(exchange(pace, 200)).toBe(400);
  });

  it("counts a wave of refusals once, and no success that had started before", () => {
    const pace = paceOf(0);
    for (let n = 0; n < 20; n++) pace.start(n);
    for (let n = 0; n < 10; n++) pace.record({ status: 429, latencyMs: 100 }, 100 + n);
    for (let n = 10; n < 20; n++) pace.record({ status: 200, latencyMs: 100 }, 100 + n);
    expect(pace.delayMs).toBe(200);
    pace.start(300);
    pace.record({ status: 429, latencyMs: 0 }, 300);
    expect(pace.delayMs).toBe(400);
  });

  it("counts a wave once even if it takes no time", () => {
    const pace = paceOf(0);
    for (let n = 0; n < 20; n++) pace.start(0);
    for (let n = 0; n < 20; n++) pace.record({ status: 429, latencyMs: 0 }, 0);
    expect(pace.delayMs).toBe(200);
  });

  it("draws no conclusion from a request that its caller aborted, but that it has ended", () => {
    const pace = slowed();
    const delayMs = pace.delayMs;
    for (let n = 0; n < 4; n++) exchange(pace, 200);
    pace.start(0);
    pace.record({ aborted: true, latencyMs: 0 }, 0);
    expect(exchange(pace, 200)).toBe(delayMs / 2);

    const idle = paceOf(0);
    idle.start(0);
    expect(idle.isAtRest(day)).toBe(false);
    idle.record({ aborted: true, latencyMs: 5 }, 5);
    expect(idle.isAtRest(5)).toBe(true);
  });

  it("holds the next start back as long as asked for, but not longer than the most", () => {
    const pace = paceOf(200, 5000);
    pace.start(0);
    pace.record({ status: 429, retryAfterMs: 3000, latencyMs: 50 }, 50);
    expect(pace.turn).toBe(3050);
    pace.record({ status: 301, retryAfterMs: 1000, latencyMs: 0 }, 60);
    expect(pace.turn).toBe(3050);
    pace.record({ status: 503, retryAfterMs: 9000, latencyMs: 0 }, 100);
    expect(pace.turn).toBe(5100);
  });

  it("lets Retry-After shorten nothing", () => {
    const pace = paceOf(200);
    pace.start(0);
    pace.record({ status: 429, retryAfterMs: 0, latencyMs: 50 }, 50);
    expect(pace.turn).toBe(400);
  });

  it("takes a crawl-delay as its floor, and lets it go again", () => {
    const pace = paceOf(200);
    pace.start(0);
    pace.setCrawlDelay(1000);
    expect(pace.turn).toBe(1000);
    expect(exchange(pace, 429)).toBe(2000);
    for (let n = 0; n < 10; n++) exchange(pace, 200);
    expect(pace.delayMs).toBe(1000);
    pace.setCrawlDelay(0);
    expect(pace.delayMs).toBe(200);
  });

  it("is at rest when it is like a new one, or when a day has gone by", () => {
    const pace = paceOf(200);
    expect(pace.isAtRest(0)).toBe(true);
    pace.start(0);
    expect(pace.isAtRest(300)).toBe(false); // on its way
    pace.record({ status: 200, latencyMs: 10 }, 300);
    expect(pace.isAtRest(199)).toBe(false);
    expect(pace.isAtRest(300)).toBe(true);
    exchange(pace, 429);
    expect(pace.isAtRest(day)).toBe(false);
    expect(pace.isAtRest(2 * day)).toBe(true);
  });

  it("is not at rest while it has a crawl-delay that nobody has used yet", () => {
    const pace = paceOf(200);
    pace.setCrawlDelay(1000);
    expect(pace.isAtRest(2 * day)).toBe(false);
  });
});

function paceOf(minDelayMs: number, maxDelayMs = 60_000): DomainPace {
  return new DomainPace({ minDelayMs, maxDelayMs });
}

/** A pace of 800 ms instead of 400. */
function slowed(): DomainPace {
  const pace = paceOf(400);
  exchange(pace, 429);
  return pace;
}

/** Starts a request when its turn comes and answers it at once; tells the delay from then on. */
function exchange(pace: DomainPace, status: number | undefined): number {
  const now = Math.max(0, pace.turn);
  pace.start(now);
  pace.record({ status, latencyMs: 0 }, now);
  return pace.delayMs;
}
