import { describe, expect, it } from "vitest";

import { isWrong } from "../../src/cli/wrong-reasons.ts";

describe("isWrong", () => {
  it("is what failed, what was refused and what came from a host that is down", () => {
    const reasons = ["failed", "host_down", "refused", "robots", "scope", "duplicate", undefined];
    expect(reasons.filter(isWrong)).toEqual(["failed", "host_down", "refused"]);
  });
});
