import { describe, expect, it } from "vitest";

import { HostTurns } from "../../../src/engine/frontier/host-turns.ts";
import { PlacedQueue } from "../../../src/engine/frontier/placed-queue.ts";
import type { Waiting } from "../../../src/engine/frontier/waiting.ts";
import { request } from "../../../src/engine/page/crawl-request.ts";

describe("HostTurns", { timeout: 60_000 }, () => {
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

  it("takes from the host with the fewest calls in flight, so that a slow one keeps none waiting", () => {
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
    const upcoming = [...turns.upcoming()];
    expect([turns.next()?.waiting, turns.next()?.waiting]).toEqual(upcoming);
  });
});

function hostTurns(perHost: number): HostTurns {
  return new HostTurns(perHost, () => new PlacedQueue());
}

function waiting(place: number, priority = 0): Waiting {
  return { request: request(`http://a.test/${place}`, { priority }), place, rank: 0 };
}

function never(): never {
  throw new Error("There must be one");
}
