import { expect, it } from "vitest";

import { MemoryFrontier } from "../../../src/engine/frontier/memory-frontier.ts";
import { request } from "../../../src/engine/page/crawl-request.ts";
import { cpuMs } from "../../support/cpu-ms.ts";

it("a MemoryFrontier takes from a hundred thousand requests about as fast as from a thousand", () => {
  expect(perTake(100_000) / perTake(1000)).toBeLessThan(50);
});

/** Milliseconds of the processor that adding and taking a request costs where so many wait. */
function perTake(count: number): number {
  const requests = Array.from({ length: count }, (_, n) => request(`http://h${n % 50}.test/${n}`));
  const all = cpuMs(() => {
    const frontier = new MemoryFrontier({ perHost: Infinity });
    frontier.add(requests);
    while (frontier.take(1, 0).length > 0);
  });
  return all / count;
}
