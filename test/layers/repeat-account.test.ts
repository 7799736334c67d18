import { describe, expect, it } from "vitest";

import { RepeatAccount } from "../../src/layers/repeat-account.ts";

describe("RepeatAccount", () => {
  it("remembers the tenths of its time and one more of repeats, however much happens", () => {
    const account = new RepeatAccount({ ttlMs: 1000, cost: 1n, perCall: 2n, reserve: 0n }, 0);
    for (let now = 0; now < 5000; now++) {
      account.deposit(now);
      account.withdraw(now);
      expect(account.size).toBeLessThanOrEqual(10 + 11);
    }
    expect(account.size).toBe(10 + 11);
    expect(account.withdraw(1e15)).toBe(false);
    expect(account.size).toBe(0);
  });
});
