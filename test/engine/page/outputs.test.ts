import { runInNewContext } from "node:vm";

import { context as otelContext } from "@opentelemetry/api";
import { describe, expect, it } from "vitest";

import { CrawlRequest } from "../../../src/engine/page/crawl-request.ts";
import { eachOutput, outputsOf, type Parse, requireOne } from "../../../src/engine/page/outputs.ts";
import { Page } from "../../../src/engine/page/page.ts";
import { activeOutputs } from "../../../src/engine/telemetry/active-outputs.ts";
import { HttpResponse } from "../../../src/http/message.ts";
import { uncaughtDuring } from "../../support/uncaught.ts";

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

describe("requireOne", () => {
  it("tells that an asterisk is missing", () => {
    expect(() => requireOne(page().follow("a[href]"))).toThrow(
      'Expected "parse" to yield one request or item at a time: give many by "yield*"',
    );
  });

  it.each([
    null,
    undefined,
    7,
    "text",
    [[1], []],
    [],
    new Set([1]),
    new URL("http://a.test"),
    { next: 1 },
  ])("takes %o for an item", (item) => {
    expect(() => requireOne(item)).not.toThrow();
  });
});

describe("eachOutput", () => {
  const foreign: Promise<number> = runInNewContext("Promise.resolve(1)");

  it.each([
    ["promises", [Promise.resolve(1), 2]],
    ["promises of another realm", [foreign, 2]],
    // oxlint-disable-next-line unicorn/no-thenable -- a query of some library
    ["what is like a promise", [{ then: (done: (n: number) => void) => done(1) }, 2]],
    [
      "promises that a generator gives",
      (function* () {
        yield foreign;
        yield 2;
      })(),
    ],
    ["outputs of an async generator", lazily()],
  ])("hands over %s once they are there", async (_, outputs) => {
    const handed: unknown[] = [];
    await eachOutput<unknown>(outputs, (output) => void handed.push(output));
    expect(handed).toEqual([1, 2]);
  });

  it("waits for what each is busy with, and goes on at once where it is not", async () => {
    const order: string[] = [];
    const work = eachOutput(["a", "b", "c"], (output) => {
      order.push(output);
      return output === "b" ? Promise.resolve() : undefined;
    });
    order.push("meanwhile");
    await work;
    expect(order).toEqual(["a", "b", "meanwhile", "c"]);
  });

  it("gives no promise where there is nothing to wait for", () => {
    const handed: number[] = [];
    expect(eachOutput(oneByOne(), (output) => void handed.push(output))).toBeUndefined();
    expect(handed).toEqual([1, 2]);
  });

  it.each(["at once", "by promise"])(
    "ends the outputs where one cannot be handed over, %s",
    async (how) => {
      let isEnded = false;
      const outputs = (function* () {
        try {
          for (;;) yield 1;
        } finally {
          isEnded = true;
        }
      })();
      const hand = (): Promise<void> => {
        if (how === "at once") throw new Error("no");
        return Promise.reject(new Error("no"));
      };
      await expect(async () => eachOutput(outputs, hand)).rejects.toThrow("no");
      expect(isEnded).toBe(true);
    },
  );

  it.each(["at once", "by promise"])("ends the outputs where there are enough, %s", async (how) => {
    let isEnded = false;
    const outputs = (function* () {
      try {
        for (;;) yield 1;
      } finally {
        isEnded = true;
      }
    })();
    await eachOutput(outputs, () => (how === "at once" ? "enough" : Promise.resolve("enough")));
    expect(isEnded).toBe(true);
  });

  it.each([
    ["as they are", outputsOf],
    ["traced", traced],
  ])(
    "rejects with the first that rejects, and none of the others is unhandled, %s",
    async (_, from) => {
      const uncaught = await uncaughtDuring(async () => {
        const outputs = [
          new Promise<void>((done) => setImmediate(done)),
          rejecting("a"),
          rejecting("b"),
        ];
        const read = await from<unknown>(() => outputs, page());
        await expect(eachOutput<unknown>(read, () => {})).rejects.toThrow("a");
      });
      expect(uncaught).toEqual([]);
    },
  );
});

function traced<Item>(parse: Parse<Item>, page: Page): ReturnType<typeof outputsOf<Item>> {
  return activeOutputs(otelContext.active(), parse, page);
}

function rejecting(message: string): Promise<never> {
  return Promise.reject(new Error(message));
}

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
