import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { CrawlRequest, request } from "../../src/engine/page/crawl-request.ts";
import type { Json } from "../../src/engine/page/json.ts";
import { HttpHeaders } from "../../src/http/headers.ts";
import { moreOf, requestOf } from "../../src/sqlite/stored-request.ts";

const text = fc.string({ unit: "binary" });
const name = fc.stringMatching(/^[a-z-]{1,9}$/);
const json = fc
  .jsonValue({ noUnicodeString: false })
  .map((value): Json => JSON.parse(JSON.stringify(value))); // which knows no -0

const requests = fc
  .record({
    url: fc.webUrl(),
    options: fc.record(
      {
        to: text,
        method: fc.constantFrom("GET", "POST"),
        headers: fc.array(fc.tuple(name, text)),
        body: fc.oneof(text, fc.uint8Array()),
        priority: fc.double({ noNaN: true }),
        dontFilter: fc.boolean(),
        meta: json,
        notBefore: fc.integer(),
        timeoutMs: fc.constantFrom(0, 1.5, Infinity),
        proxy: fc.constantFrom("http://p.test:1", false as const),
      },
      { requiredKeys: [] },
    ),
    progress: fc.record({
      depth: fc.nat(),
      attempts: fc.nat(),
      redirects: fc.array(fc.webUrl()),
      chain: fc.nat(),
      listed: fc.boolean(),
    }),
  })
  .map(({ url, options, progress }) => new CrawlRequest(url, options, progress));

describe("a stored request", () => {
  it("is the same when it is read as when it was written, whatever it says", () =>
    fc.assert(
      fc.property(requests, (request) => {
        const again = requestOf(request, moreOf(request));
        expect(fieldsOf(again)).toEqual(fieldsOf(request));
      }),
    ));

  it("carries what cannot be changed, as it did when it was written", () => {
    const written = request("http://a.test/", { meta: { seen: [1] } });
    const read = requestOf(written, moreOf(written));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is wrong on purpose
    const { seen } = read.meta as { readonly seen: number[] };
    expect(() => seen.push(2)).toThrow(TypeError);
  });

  it("is but its columns where it says no more", () => {
    expect(moreOf(new CrawlRequest("http://a.test/", { priority: 2 }))).toBeNull();
  });
});

function fieldsOf(request: CrawlRequest): unknown {
  return Object.fromEntries(
    Object.entries(request).map(([name, value]: [string, unknown]) => [
      name,
      value instanceof HttpHeaders ? [...value] : value,
    ]),
  );
}
