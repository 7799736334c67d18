import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { HostTurns } from "../../../src/engine/frontier/host-turns.ts";
import type { Host } from "../../../src/engine/frontier/host.ts";
import { PlacedQueue } from "../../../src/engine/frontier/placed-queue.ts";
import type { Waiting } from "../../../src/engine/frontier/waiting.ts";
import { request } from "../../../src/engine/page/crawl-request.ts";

describe("HostTurns", () => {
  it("forgets hosts that are at rest, however many there were", () => {
    const turns = hostTurns(1);
    for (let n = 0; n < 100_000; n++) {
      turns.push(`h${n}.test`, waiting(n));
      const { host } = turns.next() ?? never();
      turns.ended(host);
      turns.settled(host);
    }
    expect(turns.hosts).toBe(0);
  });

  it("remembers a host that is held, or has a request that may come back", () => {
    const turns = hostTurns(1);
    turns.push("a.test", waiting(0));
    const held = turns.hold("b.test", 10);
    const turn = turns.next() ?? never();
    turns.ended(turn.host);
    expect(turns.hosts).toBe(2);
    turns.release(held);
    expect(turns.hosts).toBe(1);
    turns.putBack(turn.host, turn.waiting);
    expect(turns.next()).toEqual(turn);
  });

  it("does not mistake a host it has forgotten for one of the same name", () => {
    const turns = hostTurns(1);
    const old = turns.hold("a.test", 10);
    turns.release(old);
    turns.push("a.test", waiting(0));
    turns.release(old);
    turns.hold("a.test", Infinity);
    expect(turns.next()).toBeUndefined();
  });

  it("does not take from a host whose calls last before the others have spent as much", () => {
    const turns = hostTurns(Infinity);
    for (const key of ["slow", "a", "b"]) for (let n = 0; n < 9; n++) turns.push(key, waiting(n));
    const taken: string[] = [];
    for (let n = 0; n < 9; n++) {
      const { host } = turns.next() ?? never();
      taken.push(host.key);
      if (host.key !== "slow") turns.ended(host);
    }
    expect(taken.join()).toBe("slow,a,b,a,b,a,b,a,b");
  });

  it("shares the time of workers between hosts, however long their calls last", () => {
    const lasts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(lasts, fc.integer({ min: 4, max: 16 }), (lasts, workers) => {
        const share = (1500 * workers) / lasts.length;
        const shares = timeOf(lasts, workers, 1500).map((time) => time / share);
        expect(Math.max(...shares)).toBeLessThan(1.7);
        expect(Math.min(...shares)).toBeGreaterThan(0.2);
      }),
      { numRuns: 20 },
    );
  });

  it("starves no host of the highest priority, though new ones come all the while", () => {
    const turns = hostTurns(2);
    for (let n = 0; n < 20; n++) turns.push("old", waiting(n));
    let left = 20;
    for (let n = 0; n < 300; n++) {
      turns.push(`new${n}`, waiting(0));
      turns.push(`new${n}`, waiting(1));
      const { host } = turns.next() ?? never();
      if (host.key === "old") left--;
      turns.ended(host);
      turns.settled(host);
    }
    expect(left).toBeLessThan(15);
  });

  it("comes round to each host, though others always have something of a higher priority", () => {
    const turns = hostTurns(1);
    const low = ["x", "y", "z"];
    for (const key of low) for (let n = 0; n < 9; n++) turns.push(key, waiting(n));
    const aged: (readonly [number, string])[] = [];
    for (let n = 1; n <= 500; n++) {
      turns.push("high", waiting(n, 1));
      const { host, waiting: taken } = turns.next() ?? never();
      turns.ended(host);
      if (taken.request.priority === 0) aged.push([n, host.key]);
    }
    expect(aged.slice(0, 4).map(([, key]) => key)).toEqual(["x", "y", "z", "x"]);
    expect(aged.every(([n]) => n % 64 === 0)).toBe(true);
  });

  it("tells what is next before it is taken", () => {
    const turns = hostTurns(1);
    for (const key of ["a", "b", "c"]) turns.push(key, waiting(0));
    turns.push("b", waiting(1, 5));
    turns.hold("c", Infinity);
    const upcoming = turns.upcoming(9);
    expect(turns.upcoming(1)).toEqual(upcoming.slice(0, 1));
    expect([turns.next()?.waiting, turns.next()?.waiting]).toEqual(upcoming);
  });
});

function hostTurns(perHost: number): HostTurns {
  return new HostTurns(perHost, () => new PlacedQueue());
}

/** For how long hosts keep workers busy of which each has always something to fetch, by how long a call lasts. */
function timeOf(lasts: readonly number[], workers: number, rounds: number): readonly number[] {
  const turns = hostTurns(Infinity);
  const spent = lasts.map(() => 0);
  let calls: { readonly host: Host; readonly until: number }[] = [];
  for (let now = 0; now < rounds; now++) {
    for (const { host } of calls.filter(({ until }) => until <= now)) turns.ended(host);
    calls = calls.filter(({ until }) => until > now);
    while (calls.length < workers) {
      for (const key of lasts.keys()) turns.push(String(key), waiting(now));
      const { host } = turns.next() ?? never();
      calls.push({ host, until: now + (lasts[Number(host.key)] ?? 1) });
    }
    for (const { host } of calls) spent[Number(host.key)] = (spent[Number(host.key)] ?? 0) + 1;
  }
  return spent;
}

function waiting(place: number, priority = 0): Waiting {
  return { request: request(`http://a.test/${place}`, { priority }), place, rank: 0 };
}

function never(): never {
  throw new Error("There must be one");
}
