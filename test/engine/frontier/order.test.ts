import { describe, expect, it } from "vitest";

import { rankBy } from "../../../src/engine/frontier/order.ts";
import { CrawlRequest, linkOf } from "../../../src/engine/page/crawl-request.ts";
import { untyped } from "../../support/untyped.ts";

describe("rankBy", () => {
  const deep = new CrawlRequest("http://a.test/", {}, linkOf(6));

  it("makes a rank of the depth, or of a score, or none", () => {
    expect(rankBy("breadth-first", undefined)).toBeUndefined();
    expect(rankBy("depth-first", undefined)?.(deep)).toBe(7);
    expect(rankBy("best-first", ({ url }) => url.length)?.(deep)).toBe(14);
  });

  it("refuses a score that is no number, as it is asked", () => {
    const scoring = rankBy("best-first", () => Number.NaN);
    expect(() => scoring?.(deep)).toThrow("Expected score() to give a number: got NaN");
  });

  it.each([
    [untyped("random"), undefined, 'Expected "order" to be one of "breadth-first", "depth-first"'],
    ["best-first", undefined, 'Expected "score" to be a function, as "order" is "best-first"'],
    ["best-first", untyped(1), 'Expected "score" to be a function, as "order" is "best-first"'],
    ["depth-first", () => 1, 'Expected "order" to be "best-first" with "score": got "depth-first"'],
  ] as const)("refuses the order %s with the score %s", (order, score, message) => {
    expect(() => rankBy(order, score)).toThrow(message);
  });
});
