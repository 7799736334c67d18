import { describe, expect, it } from "vitest";

import { uncaughtDuring } from "../support/uncaught.ts";
import { fuzz, type FuzzReport } from "./fuzz.ts";

describe("httpClient and a hostile server", () => {
  it("settle every exchange, as the server meant it where it meant something, and leave nothing", async () => {
    let report: FuzzReport | undefined;
    const uncaught = await uncaughtDuring(async () => {
      report = await fuzz({ seed: SEED, runs: 300 });
    });
    expect([...(report?.faults ?? [])], `npm run fuzz -- --seed ${SEED} --only <n>`).toEqual([]);
    expect(uncaught).toEqual([]);
    expect(report?.exchanges).toBeGreaterThanOrEqual(300);
  });
});

const SEED = 20;
