import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { neverHanging } from "./never-hanging.ts";

describe("neverHanging", () => {
  it("tells a case that hangs as any other that fails", async () => {
    const hangs = neverHanging((n: number) => new Promise(n < 3 ? (end) => end() : () => {}));
    const found = await fc.check(fc.asyncProperty(fc.nat(9), hangs), { seed: 1 });
    expect(found.counterexample).toEqual([3]);
    expect(String(found.errorInstance)).toContain("It hangs");
  });

  it("fails none that ends, however long a busy machine takes for it", async () => {
    const busy = neverHanging(async () => {
      for (let turn = 0; turn < 3; turn++) {
        const end = performance.now() + 100;
        while (performance.now() < end);
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    await expect(busy()).resolves.toBeUndefined();
  });

  it("rejects as the case does", async () => {
    const broken = new Error("broken");
    await expect(neverHanging(() => Promise.reject(broken))()).rejects.toBe(broken);
  });
});
