import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { Batch } from "../../../src/engine/admission/batch.ts";
import { Party } from "../../../src/engine/admission/party.ts";
import { CrawlRequest, request } from "../../../src/engine/page/crawl-request.ts";

describe("Batch", () => {
  it("gives back what came first, whether or not it was packed meanwhile", () => {
    const steps = fc.array(fc.oneof(fc.webUrl(), fc.constantFrom("take", "pack")), {
      maxLength: 300,
      size: "max",
    });
    fc.assert(
      fc.property(steps, (steps) => {
        const batch = new Batch(new Party(0), 0, request("http://a.test/", { priority: 3 }));
        const model: string[] = [];
        for (const step of steps) {
          if (step === "pack") batch.pack();
          else if (step !== "take") {
            batch.push(new URL(step).href);
            model.push(new URL(step).href);
          }
          expect(batch.size).toBe(model.length);
          const first = batch.size > 0 ? batch.peek() : undefined;
          expect([first?.url, first?.priority ?? 3]).toEqual([model[0], 3]);
          if (step !== "take" || !first) continue;
          batch.drop();
          model.shift();
        }
      }),
    );
  });

  it("takes in what differs in nothing but its URL", () => {
    const progress = { depth: 1, attempts: 0, redirects: [] };
    const of = (options: object, more: object = {}): CrawlRequest =>
      new CrawlRequest("http://a.test/1", options, { ...progress, ...more });
    const batch = new Batch(new Party(0), 0, of({}));
    expect(batch.isLike(new CrawlRequest("http://a.test/2", {}, progress))).toBe(true);
    for (const other of [
      of({ to: "detail" }),
      of({ method: "POST" }),
      of({ headers: { a: "b" } }),
      of({ body: "b" }),
      of({ priority: 1 }),
      of({ dontFilter: true }),
      of({ meta: 1 }),
      of({ notBefore: 1 }),
      of({ timeoutMs: 1 }),
      of({ proxy: false }),
      of({}, { depth: 2 }),
      of({}, { attempts: 1 }),
      of({}, { redirects: ["http://a.test/0"] }),
      of({}, { chain: 1 }),
      of({}, { listed: true }),
    ]) {
      expect(batch.isLike(other)).toBe(false);
    }
  });
});
