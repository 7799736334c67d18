import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { placeOf } from "../../../src/engine/admission/place.ts";
import { Quota } from "../../../src/engine/admission/quota.ts";
import { CrawlRequest, linkOf } from "../../../src/engine/page/crawl-request.ts";

describe("Quota", () => {
  it("lets in what may be wanted, and gives a place to no more calls than may still give pages", () => {
    const keys = ["a", "b", "c"] as const;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom("enter", "begin", "page", "none"), fc.nat(2))),
        fc.integer({ min: 1, max: 3 }),
        fc.nat(3),
        (steps, limit, spare) => {
          const quota = quotaOf(limit, spare);
          const counts = keys.map(none);
          const beyond = (): number =>
            counts.reduce((sum, it) => sum + Math.max(0, insideOf(it) - limit), 0);
          for (const [step, at] of steps) {
            const request = of(keys[at] ?? "a");
            const count = counts[at] ?? none();
            const isOneTooMany = insideOf(count) >= limit && beyond() >= spare;
            const isOut = count.pages >= limit || isOneTooMany;
            const hasPlace = count.pages + count.calls < limit;
            expect(quota.refusal(request)).toBe(isOut ? "host_budget" : undefined);
            expect(quota.hasPlace(request)).toBe(hasPlace);
            if (step === "enter" ? !isOut : step !== "begin" || hasPlace)
              play(step, quota, request, count);
          }
        },
      ),
    );
  });

  it("counts pages of an earlier crawl", () => {
    const quota = quotaOf(1, 9);
    quota.recall(of("a"));
    expect(quota.refusal(of("a"))).toBe("host_budget");
    expect(quota.refusal(of("b"))).toBeUndefined();
  });

  it("never counts below nothing", () => {
    const quota = quotaOf(1, 0);
    quota.leave(of("a"));
    quota.enter(of("a"));
    expect(quota.refusal(of("a"))).toBe("host_budget");
  });
});

describe("placeOf", () => {
  it("tells of a place, of none, or when to ask again", async () => {
    const quota = quotaOf(1, 9);
    expect(placeOf(of("a"), [quota])).toBe("free");
    quota.begin(of("a"));
    const place = placeOf(of("a"), [quota]);
    expect(placeOf(of("b"), [quota])).toBe("free");
    quota.end(of("a"), true);
    expect(place).toEqual({ freed: expect.any(Promise) });
    if (typeof place === "object" && "freed" in place) await place.freed;
    expect(placeOf(of("a"), [quota])).toEqual({ reason: "host_budget" });
  });

  it("is always free to what the crawl starts from, and not to what a sitemap lists", () => {
    const quota = quotaOf(1, 9);
    quota.recall(of("a"));
    const listed = { depth: 0, attempts: 0, redirects: [], listed: true };
    expect(placeOf(new CrawlRequest("a"), [quota])).toBe("free");
    expect(placeOf(new CrawlRequest("a", {}, listed), [quota])).toEqual({ reason: "host_budget" });
  });

  it("is free only where all quotas have one", () => {
    const [roomy, narrow] = [quotaOf(9, 9), quotaOf(1, 9)];
    narrow.recall(of("a"));
    expect(placeOf(of("a"), [roomy, narrow])).toEqual({ reason: "host_budget" });
    expect(placeOf(of("b"), [roomy, narrow])).toBe("free");
  });
});

interface Count {
  waiting: number;
  calls: number;
  pages: number;
}

function none(): Count {
  return { waiting: 0, calls: 0, pages: 0 };
}

/** Makes a step where there is something to make it with. */
function play(
  step: "enter" | "begin" | "page" | "none",
  quota: Quota,
  request: CrawlRequest,
  count: Count,
): void {
  if (step === "enter") {
    quota.enter(request);
    count.waiting++;
  } else if (step === "begin" && count.waiting > 0) {
    quota.begin(request);
    count.waiting--;
    count.calls++;
  } else if (step !== "begin" && count.calls > 0) {
    quota.end(request, step === "page");
    count.calls--;
    if (step === "page") count.pages++;
    else quota.leave(request);
  }
}

function insideOf(count: Count): number {
  return count.waiting + count.calls + count.pages;
}

function quotaOf(limit: number, spare: number): Quota {
  return new Quota({ key: (url) => url, limit, spare, reason: "host_budget" });
}

function of(url: string): CrawlRequest {
  return new CrawlRequest(url, {}, linkOf(0));
}
