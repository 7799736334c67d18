import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { Quota } from "../../../src/engine/admission/quota.ts";
import { CrawlRequest } from "../../../src/engine/page/crawl-request.ts";

const keys = fc.constantFrom("a", "b", "c");

describe("Quota", () => {
  it("lets in so many of each key, those that were turned back or gave up not counted", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom("enter", "turnBack", "giveUp"), keys)),
        fc.integer({ min: 1, max: 3 }),
        (steps, limit) => {
          const quota = quotaOf(limit);
          const inside: Record<string, number> = {};
          for (const [step, key] of steps) {
            const count = inside[key] ?? 0;
            const request = of(key);
            expect(quota.refusal(request)).toBe(count < limit ? undefined : "host_budget");
            if (step === "enter" && count < limit) {
              quota.enter(request);
              inside[key] = count + 1;
            } else if (step !== "enter" && count > 0) {
              quota[step](request);
              inside[key] = count - 1;
            }
          }
        },
      ),
    );
  });

  it("takes a redirect within a key for the request that it continues", () => {
    const quota = quotaOf(1);
    const first = of("a");
    quota.enter(first);
    const within = first.redirectedTo({ url: "a" });
    expect(quota.refusal(of("a"))).toBe("host_budget");
    expect(quota.refusal(within)).toBeUndefined();
    quota.enter(within);
    quota.turnBack(within);
    expect(quota.refusal(of("a"))).toBe("host_budget");
    quota.giveUp(within);
    expect(quota.refusal(of("a"))).toBeUndefined();
  });

  it("counts a redirect to another key there", () => {
    const quota = quotaOf(1);
    const across = of("a").redirectedTo({ url: "b" });
    quota.enter(across);
    expect(quota.refusal(of("b"))).toBe("host_budget");
    expect(quota.refusal(across)).toBe("host_budget");
  });

  it("never counts below nothing", () => {
    const quota = quotaOf(1);
    quota.giveUp(of("a"));
    quota.enter(of("a"));
    expect(quota.refusal(of("a"))).toBe("host_budget");
  });
});

function quotaOf(limit: number): Quota {
  return new Quota({ key: (url) => url, limit, reason: "host_budget" });
}

function of(url: string): CrawlRequest {
  return new CrawlRequest(url);
}
