import { describe, expect, it } from "vitest";

import { CpuShare } from "../../../src/engine/monitor/cpu-share.ts";

describe("CpuShare", () => {
  it("tells what share of the time was computed since the look before", () => {
    const cpu = new CpuShare();
    expect(cpu.look(0, 500).latest).toBe(0);
    expect(cpu.look(1000, 1300).latest).toBe(0.8);
    expect(cpu.look(3000, 1300).latest).toBe(0);
  });

  it("tells what lasts over ten looks, and nothing before", () => {
    const cpu = new CpuShare();
    const lasting = Array.from({ length: 12 }, (_, n) => cpu.look(n * 1000, n * 500).lasting);
    expect(lasting).toEqual([...Array.from({ length: 10 }, () => 0), 0.5, 0.5]);
    expect(cpu.look(12_000, 15_500).lasting).toBeCloseTo(1.45);
  });

  it("is 0 where no time has passed", () => {
    const cpu = new CpuShare();
    cpu.look(0, 0);
    expect(cpu.look(0, 100)).toEqual({ latest: 0, lasting: 0 });
  });
});
