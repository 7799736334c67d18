import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { loadFastCheck } from "../../src/testing/fast-check.ts";

describe("loadFastCheck", () => {
  it("gives the module", async () => {
    expect(await loadFastCheck("checkLayer")).toBe(fc);
  });

  it("says what to do where it is not installed", async () => {
    const cause = new Error("Cannot find package 'fast-check'");
    await expect(loadFastCheck("checkLayer", () => Promise.reject(cause))).rejects.toMatchObject({
      message: "checkLayer needs fast-check 4: npm install --save-dev fast-check",
      cause,
    });
  });
});
