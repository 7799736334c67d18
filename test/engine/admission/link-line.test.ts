import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { LinkLine } from "../../../src/engine/admission/link-line.ts";
import { Party } from "../../../src/engine/admission/party.ts";
import { CrawlRequest } from "../../../src/engine/page/crawl-request.ts";

const step = fc.oneof(
  fc.record({
    do: fc.constant("push" as const),
    host: fc.constantFrom("a.test", "b.test", "c.test"),
    party: fc.nat(3),
    options: fc.constantFrom({}, {}, {}, { priority: 1 }, { meta: { n: 1 } }, { method: "POST" }),
  }),
  fc.record({ do: fc.constantFrom("first" as const, "turn" as const, "rest" as const) }),
);

describe("LinkLine", () => {
  it("gives back each request as it came, the first of its host the lowest place first", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400, size: "max" }), (steps) => {
        const line = new LinkLine();
        const parties = [0, 1, 2, 3].map((place) => new Party(place));
        const model: { readonly party: Party; readonly request: CrawlRequest }[] = [];
        for (const [n, step] of steps.entries()) {
          if (step.do === "push") {
            const { host, options, party: at } = step;
            const party = parties[at] ?? new Party(9);
            const request = new CrawlRequest(`http://${host}/${n}`, options, progress);
            line.push(request, party);
            model.push({ party, request });
          } else if (step.do === "rest") for (const party of parties) party.rest();
          else takeOne(line, model, step.do);
          const waiting = parties.map((one) => model.filter(({ party }) => party === one).length);
          expect(parties.map(({ size }) => size)).toEqual(waiting);
          expect(line.hosts).toBe(new Set(model.map(({ request }) => hostOf(request))).size);
        }
        while (model.length > 0) takeOne(line, model, "first");
        expect([line.first, line.hosts]).toEqual([undefined, 0]);
      }),
    );
  });

  it("asks after each host in turn", () => {
    const line = new LinkLine();
    const party = new Party(0);
    for (const host of ["a", "a", "a", "b", "c"])
      line.push(new CrawlRequest(`http://${host}/`), party);
    const asked = [1, 2, 3, 4].map(() => line.inTurn()?.peek().url);
    expect(asked).toEqual(["http://a/", "http://b/", "http://c/", "http://a/"]);
  });
});

const progress = { depth: 1, attempts: 0, redirects: [] };

function takeOne(
  line: LinkLine,
  model: { readonly party: Party; readonly request: CrawlRequest }[],
  which: "first" | "turn",
): void {
  const batch = which === "first" ? line.first : line.inTurn();
  const request = batch?.peek();
  const rivals = model.filter((it) => which === "first" || hostOf(it.request) === hostOf(request));
  const lowest = Math.min(Infinity, ...rivals.map(({ party }) => party.place));
  const at = model.findIndex((it) => it.request.url === request?.url);
  expect(request).toEqual(model[at]?.request);
  expect(batch?.party.place ?? Infinity).toBe(lowest);
  if (!batch || !request) return;
  line.drop(batch, request);
  batch.party.leave();
  model.splice(at, 1);
}

function hostOf(request: CrawlRequest | undefined): string | undefined {
  return request && new URL(request.url).host;
}
