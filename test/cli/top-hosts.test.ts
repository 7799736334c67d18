import { describe, expect, it } from "vitest";

import { busiest, slowest } from "../../src/cli/top-hosts.ts";

const hosts = Array.from({ length: 7 }, (_, n) => ({
  host: `${n}.test`,
  requests: 1000 + n,
  failures: 0,
  bytes: 0,
  meanMs: 100 - n,
  maxMs: 100,
}));

describe("busiest", () => {
  it("tells the five hosts that were asked most, the most first", () => {
    const five = ["6.test 1,006", "5.test 1,005", "4.test 1,004", "3.test 1,003", "2.test 1,002"];
    expect(busiest(hosts)).toEqual(five);
  });
});

describe("slowest", () => {
  it("tells the five hosts that took longest, the longest first", () => {
    const five = ["0.test 100 ms", "1.test 99 ms", "2.test 98 ms", "3.test 97 ms", "4.test 96 ms"];
    expect(slowest(hosts)).toEqual(five);
  });
});
