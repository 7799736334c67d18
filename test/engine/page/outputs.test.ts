import { describe, expect, it } from "vitest";

import { CrawlRequest } from "../../../src/engine/page/crawl-request.ts";
import { outputsOf, type Parse } from "../../../src/engine/page/outputs.ts";
import { Page } from "../../../src/engine/page/page.ts";
import { HttpResponse } from "../../../src/http/message.ts";

describe("outputsOf", () => {
  const ways: readonly (readonly [string, Parse<number>])[] = [
    ["an async generator", lazily],
    ["a generator", oneByOne],
    ["an array", () => [1, 2]],
    ["a promise of an array", async () => [1, 2]],
    ["a promise of a generator", async () => oneByOne()],
    ["a set", () => new Set([1, 2])],
  ];

  it.each(ways)("takes %s", async (_, parse) => {
    const outputs: unknown[] = [];
    for await (const output of await outputsOf(parse, page())) outputs.push(output);
    expect(outputs).toEqual([1, 2]);
  });

  it.each([
    ["nothing", () => {}],
    ["a promise of nothing", async () => {}],
  ])("takes %s for no outputs", async (_, parse) => {
    expect(await outputsOf(parse, page())).toEqual([]);
  });

  it.each([
    ["null", null, "got null"],
    ["an item", { a: 1 }, "got an object"],
    ["text", "item", 'got "item"'],
    ["a number", 7, "got 7"],
  ])("refuses %s", async (_, outputs, message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is wrong on purpose
    const parse = (() => outputs) as unknown as Parse<number>;
    await expect(outputsOf(parse, page())).rejects.toThrow(
      `Expected "parse" to give some requests and items: ${message}`,
    );
  });
});

function page(): Page {
  const url = "http://a.test/";
  return new Page(new CrawlRequest(url), new HttpResponse({ url, status: 200 }));
}

function* oneByOne(): Generator<number, void> {
  yield 1;
  yield 2;
}

async function* lazily(): AsyncGenerator<number, void> {
  yield* oneByOne();
}
