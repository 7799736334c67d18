import { describe, expect, it } from "vitest";

import { AGEING, HostQueue } from "../../../src/engine/frontier/host-queue.ts";
import { PlacedQueue } from "../../../src/engine/frontier/placed-queue.ts";
import { RankedQueue } from "../../../src/engine/frontier/ranked-queue.ts";
import type { Waiting } from "../../../src/engine/frontier/waiting.ts";
import { request } from "../../../src/engine/page/crawl-request.ts";

describe("HostQueue", () => {
  it("gives the highest rank first where ranks count, of the same the lowest place", () => {
    const queue = new HostQueue(() => new RankedQueue());
    for (const [place, rank] of [1, 3, 2, 3, -1].entries()) queue.push(waiting(place, { rank }));
    expect(drain(queue)).toEqual([1, 3, 2, 0, 4]);
  });

  it("gives the lowest place first where ranks do not count", () => {
    const queue = new HostQueue(() => new PlacedQueue());
    for (const [place, rank] of [1, 3, 2].entries()) queue.push(waiting(place, { rank }));
    const first = queue.shift() ?? never();
    queue.putBack(first);
    expect(drain(queue)).toEqual([0, 1, 2]);
  });

  it("gives each of many at some time, though better ones always come", () => {
    const queue = new HostQueue(() => new RankedQueue());
    const low = 20;
    for (let place = 0; place < low; place++) queue.push(waiting(place, { rank: 0 }));
    const taken: number[] = [];
    for (let place = low; place < low + low * AGEING; place++) {
      queue.push(waiting(place, { rank: place }));
      taken.push(queue.shift()?.place ?? never());
    }
    expect(taken.filter((place) => place < low)).toEqual(Array.from({ length: low }, (_, n) => n));
  });

  it("takes as many as any other priority has a share in, each in turn", () => {
    const queue = new HostQueue(() => new PlacedQueue());
    let place = 0;
    for (const priority of [0, -1.5, -1000]) {
      for (let n = 0; n < 3; n++) queue.push(waiting(place++, { priority }));
    }
    const others: number[] = [];
    for (let n = 1; n <= 9 * AGEING; n++) {
      queue.push(waiting(place++, { priority: 1 }));
      const { priority } = queue.shift()?.request ?? never();
      if (priority !== 1) others.push(n / AGEING, priority);
    }
    expect(others.filter((_, at) => at % 2 === 1).slice(0, 4)).toEqual([0, -1.5, -1000, 0]);
    expect(others.every((n) => Number.isInteger(n) || n === -1.5)).toBe(true);
    expect(others).toHaveLength(18);
  });

  it("lets go of the line of a priority when another is used and nothing of it waits", () => {
    const made: number[] = [];
    const queue = new HostQueue((priority) => {
      made.push(priority);
      return new PlacedQueue();
    });
    for (const priority of [5, 5, 1, 5]) {
      queue.push(waiting(made.length, { priority }));
      queue.shift();
    }
    expect(made).toEqual([5, 1, 5]);
  });
});

function waiting(
  place: number,
  { rank = 0, priority = 0 }: { readonly rank?: number; readonly priority?: number },
): Waiting {
  return { request: request(`http://a.test/${place}`, { priority }), place, rank };
}

function drain(queue: HostQueue): readonly number[] {
  const places: number[] = [];
  for (let next = queue.shift(); next; next = queue.shift()) places.push(next.place);
  return places;
}

function never(): never {
  throw new Error("There must be one");
}
