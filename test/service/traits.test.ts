import { describe, expect, it } from "vitest";

import { ServiceBuilder } from "../../src/service/builder.ts";
import { layer } from "../../src/service/layer.ts";
import { service } from "../../src/service/service.ts";
import { declareParts, type LayerPart, partsOf } from "../../src/service/traits.ts";

const echo = service<string, string>(async (request) => request);
const texts = ServiceBuilder.for<string, string>();
const limit = layer<string, string>("limit", (inner) => inner.call, { limits: true, queues: true });
const cache = layer<string, string>("cache", (inner) => inner.call, { answers: true });

describe("partsOf", () => {
  it("tells what was declared, and nothing of what was not", () => {
    const parts: readonly LayerPart[] = [{ name: "part", traits: { sheds: true } }];
    const made = {};
    expect(partsOf(made)).toBeUndefined();
    declareParts(made, parts);
    expect(partsOf(made)).toBe(parts);
  });

  it("tells the layers of a stack and of a layer made of layers, outermost first", () => {
    const both = texts.layer(limit).layer(cache);
    const parts = [
      { name: "limit", traits: { limits: true, queues: true } },
      { name: "cache", traits: { answers: true } },
    ];
    expect(partsOf(both.toLayer())).toEqual(parts);
    expect(partsOf(quiet(both))).toEqual(parts);
    expect(partsOf(quiet(texts.layer(both.toLayer())))).toEqual(parts);
  });

  it("tells the layers of a stack that is a leaf as well", () => {
    const inner = texts.layer(cache).service(echo);
    expect(
      partsOf(
        quiet(
          texts.layer(limit).layer((inner) => inner),
          inner,
        ),
      ),
    ).toEqual([
      { name: "limit", traits: { limits: true, queues: true } },
      { name: "anonymous" },
      { name: "cache", traits: { answers: true } },
    ]);
  });
});

function quiet(builder: ServiceBuilder<string, string>, leaf = echo): object {
  return builder.service(leaf, { orderWarnings: false });
}
