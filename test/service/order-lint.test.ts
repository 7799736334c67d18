import { describe, expect, it, vi } from "vitest";

import type { HttpRequest, HttpResponse } from "../../src/http/message.ts";
import { MemoryCache } from "../../src/layers/cache/memory-cache.ts";
import { httpStack } from "../../src/layers/http-stack/http-stack.ts";
import { loadShed } from "../../src/layers/load-shed.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { type Layer, layer } from "../../src/service/layer.ts";
import { orderFlaws } from "../../src/service/order-lint.ts";
import { service } from "../../src/service/service.ts";
import type { LayerPart, LayerTraits } from "../../src/service/traits.ts";
import { runChild } from "../support/child.ts";
import { untyped } from "../support/untyped.ts";

describe("orderFlaws", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ["a limit above a cache", ["limit", "pass", "cache"], ["PAGODA_LIMIT_ABOVE_CACHE"]],
    ["a limit below a cache", ["cache", "limit"], []],
    ["a retry above a retry", ["retry", "limit", "retry"], ["PAGODA_TWO_RETRIES"]],
    ["a hedge above a retry", ["hedge", "retry"], ["PAGODA_HEDGE_OUTSIDE_RETRY"]],
    ["a hedge above a hedge", ["hedge", "hedge"], ["PAGODA_HEDGE_OUTSIDE_RETRY"]],
    ["a hedge below a retry", ["retry", "hedge"], []],
    ["a retry that does not repeat", ["once", "retry", "once"], []],
    ["nothing to shed", ["queue", "shed", "cache"], ["PAGODA_NOTHING_TO_SHED"]],
    ["something to shed", ["shed", "cache", "limit"], []],
    ["a layer that declares nothing", ["shed", "bare"], []],
    [
      "several at once",
      ["shed", "retry", "retry"],
      ["PAGODA_NOTHING_TO_SHED", "PAGODA_TWO_RETRIES"],
    ],
    ["nothing at all", [], []],
  ])("tells of %s", (_, names, codes) => {
    expect(orderFlaws(names.map(part)).map(({ code }) => code)).toEqual(codes);
  });

  it("names both layers, what it costs and what to do", () => {
    expect(messages("limit", "cache")).toEqual([
      '"limit" stands above "cache", so what could be answered at once waits for a turn: put it below',
    ]);
    expect(messages("retry", "retry")).toEqual([
      '"retry" repeats what "retry" below it repeats, so their attempts multiply: keep one of them',
    ]);
    expect(messages("hedge", "retry")).toEqual([
      '"hedge" stands above "retry", so each of its calls is repeated and a failure looks slow: put it below',
    ]);
    expect(messages("shed")).toEqual([
      'Below "shed" no layer makes a call wait, so it has nothing to shed: put a limit below it, or declare that a layer "queues"',
    ]);
  });

  it("looks into the leaf, but not for what is wrong there by itself", () => {
    const inner = ["limit", "cache"].map(part);
    expect(orderFlaws(["shed", "retry"].map(part), inner)).toEqual([]);
    const outer = ["limit"].map(part);
    expect(orderFlaws(outer, inner)).toEqual(orderFlaws(["limit", "cache"].map(part)));
  });
});

describe("A stack of an order that defeats a layer", () => {
  it("warns, once for each code and order, and tells the order", () => {
    const builder = texts.layer(named("retry")).layer(named("again")).layer(named("once"));
    const warnings = warningsOf(() => {
      builder.service(echo);
      builder.service(echo);
      texts.layer(builder.toLayer()).service(echo);
      builder.layer(named("pass")).service(echo);
    });
    const message =
      '"retry" repeats what "again" below it repeats, so their attempts multiply: keep one of them';
    const options = { type: "PagodaWarning", code: "PAGODA_TWO_RETRIES" };
    expect(warnings).toEqual([
      [`${message} (in retry > again > once)`, options],
      [`${message} (in retry > again > once > pass)`, options],
    ]);
  });

  it("warns across nested stacks, and of each flaw where it is", () => {
    const warnings = warningsOf(() => {
      const inner = texts.layer(named("limit")).layer(named("cache")).service(echo);
      texts
        .layer(named("limit"))
        .layer((inner) => inner)
        .service(inner);
      const quiet = texts.layer(named("retry")).layer(named("retry"));
      texts.layer(named("pass")).service(quiet.service(echo, { orderWarnings: false }));
    });
    expect(warnings.map(([message]) => String(message).replace(/.*\(/, "("))).toEqual([
      "(in limit > cache)",
      "(in limit > anonymous > limit > cache)",
    ]);
  });

  it("is silent where it is told to be, or where a layer declares nothing", () => {
    const shedding = texts.layer(loadShed());
    const warnings = warningsOf(() => {
      shedding.service(echo, { orderWarnings: false });
      shedding.layer((inner) => inner).service(echo, { orderWarnings: true });
    });
    expect(warnings).toEqual([]);
    expect(() => shedding.service(echo, { orderWarnings: untyped("no") })).toThrow(
      new TypeError('Expected "orderWarnings" to be true or false: got "no"'),
    );
  });

  it("warns as any warning of a process", async () => {
    const script = new URL("children/order-warnings.ts", import.meta.url);
    const { code, stdout, stderr } = await runChild(script);
    expect([code, stdout]).toEqual([0, "PAGODA_NOTHING_TO_SHED PagodaWarning\n"]);
    expect(stderr).toContain('[PAGODA_NOTHING_TO_SHED] PagodaWarning: Below "loadShed" no layer');
  });

  it("is none that httpStack builds", async () => {
    const leaf = service<HttpRequest, HttpResponse>(() => expect.unreachable());
    const warnings = warningsOf(() => {
      httpStack().service(leaf);
      httpStack({ cache: new MemoryCache(), userAgent: "ant", headers: {} }).service(leaf);
      httpStack({ tracing: false, robots: false, redirect: false, retry: false }).service(leaf);
    });
    expect(warnings).toEqual([]);
  });
});

const texts = ServiceBuilder.for<string, string>();
const echo = service<string, string>(async (request) => request);

const traits: Readonly<Record<string, LayerTraits>> = {
  pass: {},
  queue: { queues: true },
  limit: { limits: true, queues: true },
  cache: { answers: true },
  retry: { multiplicity: 3 },
  again: { multiplicity: 2 },
  once: { multiplicity: 1 },
  hedge: { multiplicity: 2, parallel: true },
  shed: { sheds: true },
};

function part(name: string): LayerPart {
  const declared = traits[name];
  return declared ? { name, traits: declared } : { name };
}

function messages(...names: readonly string[]): readonly string[] {
  return orderFlaws(names.map(part)).map(({ message }) => message);
}

function named(name: string): Layer<string, string> {
  return layer(name, (inner) => inner.call, traits[name]);
}

/** What the process was warned of meanwhile. */
function warningsOf(work: () => void): readonly (readonly unknown[])[] {
  const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  work();
  const { calls } = warn.mock;
  warn.mockRestore();
  return calls;
}
