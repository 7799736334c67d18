import { describe, expect, it } from "vitest";

import { RepeatAccount } from "../../src/layers/repeat-account.ts";

describe("RepeatAccount", () => {
  it("remembers no more than ten tenths of its time, however much happens", () => {
    const account = new RepeatAccount({ ttlMs: 1000, cost: 1n, perCall: 1n, reserve: 0n }, 0);
    for (let now = 0; now < 5000; now++) {
      account.deposit(now);
      expect(account.size).toBeLessThanOrEqual(10);
    }
    let repeats = 0;
    while (account.withdraw(5000)) repeats++;
    expect(repeats).toBe(900);
    expect(account.withdraw(1e15)).toBe(false);
    expect(account.size).toBe(1);
  });
});
