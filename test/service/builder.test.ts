import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";

import { retry } from "../../src/layers/retry.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import type { Context } from "../../src/service/context.ts";
import { type Layer, layer } from "../../src/service/layer.ts";
import { mapError } from "../../src/service/map-error.ts";
import { type Outcome, settle } from "../../src/service/outcome.ts";
import type { Handler, Service } from "../../src/service/service.ts";
import { fail, script, succeed } from "../../src/testing/script.ts";
import { untyped } from "../support/untyped.ts";

describe("ServiceBuilder", () => {
  it("lets the layer added first see a request first", async () => {
    const stack = texts.layer(append("a")).layer(append("b")).service(echo);
    expect(await stack.call("/")).toBe("/ab");
    expect(stack.describe()).toEqual(["append a", "append b"]);
  });

  it("names a layer that has no name anonymous", () => {
    expect(texts.layer((inner) => inner).describe()).toEqual(["anonymous"]);
  });

  it("is immutable", async () => {
    const builder = texts.layer(append("a"));
    builder.layer(append("b"));
    builder.toLayer();
    builder.service(echo);
    expect(builder.describe()).toEqual(["append a"]);
    expect(Object.isFrozen(builder.describe())).toBe(true);
    expect(Object.isFrozen(builder.service(echo).describe())).toBe(true);
    expect(await builder.service(echo).call("/")).toBe("/a");
  });

  it("makes only the layers whose condition holds", () => {
    const builder = texts
      .layerIf(false, () => expect.unreachable())
      .layerIf(true, () => append("a"));
    expect(builder.describe()).toEqual(["append a"]);
    expect(builder.layerIf(false, () => append("b"))).toBe(builder);
  });

  it("gives every stack state of its own", async () => {
    const builder = texts.layer(count());
    const [one, other] = [builder.service(echo), builder.service(echo)];
    expect(await one.call("/")).toBe("/1");
    expect(await one.call("/")).toBe("/2");
    expect(await other.call("/")).toBe("/1");
  });

  it("gives every use of a layer state of its own, inside one stack too", async () => {
    const counting = count();
    const both = texts.layer(counting).layer(append("-")).layer(counting).toLayer();
    const stack = texts.layer(both).layer(counting).service(echo);
    await stack.call("/");
    expect(await stack.call("/")).toBe("/2-22");
  });

  it("keeps a call that is already aborted, or aborts on its way, from the leaf", async () => {
    const controller = new AbortController();
    const aborting = layer<string, string>("aborting", (inner) => (request, context) => {
      controller.abort("stop");
      return inner.call(request, context);
    });
    const leaf = vi.fn<typeof echo>(echo);
    const stack = texts.layer(aborting).service(leaf);
    const { signal } = controller;
    await expect(stack.call("/", { signal })).rejects.toBe("stop");
    await expect(stack.call("/", { signal })).rejects.toBe("stop");
    expect(leaf).not.toHaveBeenCalled();
  });

  it("takes services and layers that are classes", async () => {
    class Greeter implements Service<string, string> {
      readonly #greeting = "hello";
      async call(name: string): Promise<string> {
        return `${this.#greeting} ${name}`;
      }
    }
    class Doubled implements Service<string, string> {
      readonly #inner: Service<string, string>;
      constructor(inner: Service<string, string>) {
        this.#inner = inner;
      }
      call(name: string, context: Context): Promise<string> {
        return this.#inner.call(`${name}-${name}`, context);
      }
    }
    const stack = texts.layer((inner) => new Doubled(inner)).service(new Greeter());
    expect(await stack.call("bob")).toBe("hello bob-bob");
  });
});

describe("ServiceBuilder.toLayer", () => {
  it("names the layers it is made of", () => {
    const both = texts.layer(append("a")).layer(append("b")).toLayer();
    expect(both.name).toBe("append a > append b");
    expect(texts.layer(both).describe()).toEqual(["append a > append b"]);
  });

  it("stacks alike however layers are grouped, and does nothing where there are none", async () => {
    await fc.assert(
      fc.asyncProperty(towers, outcomes, async (tower, outcomes) => {
        const flat = await play(names(tower).map(layerNamed), outcomes);
        const grouped = await play([layerOf(tower)], outcomes);
        expect(grouped).toEqual(flat);
      }),
    );
  });

  it("passes request, response and error by identity", async () => {
    const anything = fc.anything({ withDate: true, withMap: true, withTypedArray: true });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean()),
        anything,
        anything,
        async (nested, request, thing) => {
          const transparent = nested.reduce(
            (b, nested) =>
              nested ? ServiceBuilder.for<unknown, unknown>().layer(b.toLayer()) : b.layer(pass()),
            ServiceBuilder.for<unknown, unknown>(),
          );
          const leaf = script<unknown, unknown>([succeed(thing), { ok: false, error: thing }]);
          const stack = transparent.service(leaf);
          const ends = [await settle(stack.call(request)), await settle(stack.call(request))];
          expect(Object.is(leaf.seen[0], request)).toBe(true);
          expect(ends.map((end) => Object.is(end.ok ? end.value : end.error, thing))).toEqual([
            true,
            true,
          ]);
        },
      ),
    );
  });
});

describe("ServiceBuilder given what is none", () => {
  const error = new Error("broken");
  const broken = (): never => {
    throw error;
  };

  it.each<[string, Layer<string, string>]>([
    ["a handler that throws", layer("broken", () => broken)],
    ["a service that throws", () => ({ call: broken })],
    [
      "a class that throws",
      () =>
        new (class {
          call = broken;
        })(),
    ],
  ])("rejects where a layer makes %s, and lets the layers above see it", async (_, layer) => {
    const seen: unknown[] = [];
    const stack = texts
      .layer(mapError((error) => (seen.push(error), error)))
      .layer(layer)
      .service(echo);
    await expect(stack.call("/")).rejects.toBe(error);
    expect(seen).toEqual([error]);
  });

  it("rejects where the leaf throws, and lets the layers above see it", async () => {
    const calls = vi.fn<() => never>(broken);
    const stack = texts.layer(retry({ limit: 1, backoff: () => 0 })).service({ call: calls });
    await expect(stack.call("/")).rejects.toBe(error);
    expect(calls).toHaveBeenCalledTimes(2);
  });

  it("rejects where a leaf answers with no promise", async () => {
    const leaf: Handler<string, string> = untyped(() => "page");
    await expect(texts.service(leaf).call("/")).rejects.toThrow(TypeError);
    await expect(texts.layer(pass<string>()).service(leaf).call("/")).rejects.toThrow(TypeError);
  });

  it.each([undefined, null, {}, "retry"])("refuses the layer %j", (value) => {
    const message = /^Expected "layer" to be a function: got (undefined|null|an object|"retry")$/;
    expect(() => texts.layer(untyped(value))).toThrow(TypeError);
    expect(() => texts.layer(untyped(value))).toThrow(message);
  });

  it("refuses a layer that makes no service, such as a factory nobody called", () => {
    const uncalled = texts.layer(untyped(factory));
    expect(() => uncalled.service(echo)).toThrow(
      new TypeError(
        'Expected what layer "factory" returns to be a service, { call }: got the function retry',
      ),
    );
    const empty = texts.layer(untyped(() => ({ call: "nobody" })));
    expect(() => empty.service(echo)).toThrow('Expected what layer "anonymous" returns');
  });

  it.each([undefined, null, "leaf", { get: echo }, { call: 5 }])("refuses the leaf %j", (leaf) => {
    expect(() => texts.service(untyped(leaf))).toThrow(TypeError);
    expect(() => texts.service(untyped(leaf))).toThrow(
      "Expected the leaf to be a service, { call }",
    );
  });
});

const texts = ServiceBuilder.for<string, string>();

async function echo(request: string): Promise<string> {
  return request;
}

function append(text: string): Layer<string, string> {
  return layer(
    `append ${text}`,
    (inner) => (request, context) => inner.call(request + text, context),
  );
}

function count(): Layer<string, string> {
  return layer("count", (inner) => {
    let calls = 0;
    return (request, context) => inner.call(`${request}${++calls}`, context);
  });
}

function pass<T>(): Layer<T, T> {
  return layer("pass", (inner) => (request, context) => inner.call(request, context));
}

/** Layers by name, in groups of groups. */
interface Tower extends ReadonlyArray<string | Tower> {}

const { towers } = fc.letrec<{ towers: Tower }>((tie) => ({
  towers: fc.array(
    fc.oneof({ depthSize: "small" }, fc.constantFrom("a", "b", "count", "retry"), tie("towers")),
    { maxLength: 4 },
  ),
}));

const outcomes = fc.array(fc.oneof(fc.string().map(succeed<string>), fc.string().map(fail)), {
  maxLength: 8,
  size: "max",
});

function names(tower: Tower): readonly string[] {
  return tower.flatMap((part) => (typeof part === "string" ? [part] : names(part)));
}

function layerNamed(name: string): Layer<string, string> {
  if (name === "count") return count();
  return name === "retry" ? retry({ limit: 1, backoff: () => 0 }) : append(name);
}

function layerOf(tower: Tower): Layer<string, string> {
  return tower
    .map((part) => (typeof part === "string" ? layerNamed(part) : layerOf(part)))
    .reduce((builder, layer) => builder.layer(layer), texts)
    .toLayer();
}

/** What a leaf is asked and a caller is told, in three calls. */
async function play(
  layers: readonly Layer<string, string>[],
  outcomes: readonly Outcome<string>[],
): Promise<unknown> {
  const leaf = script<string, string>(outcomes);
  const stack = layers
    .reduce((builder, layer) => builder.layer(layer), texts)
    .service(leaf, { orderWarnings: false });
  const ends: unknown[] = [];
  for (const request of ["/1", "/2", "/3"]) ends.push(await settle(stack.call(request)));
  return { ends, seen: leaf.seen };
}

function factory(): unknown {
  return retry;
}
