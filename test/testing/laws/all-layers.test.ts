import { describe, expect, it } from "vitest";

import { checkLayer } from "../../../src/testing/laws/check-layer.ts";
import { lawfulLayers } from "../../support/lawful-layers.ts";

describe("the layers of the library", () => {
  it.each(lawfulLayers)("keep the laws: $name", async ({ make, traits }) => {
    const { runs } = await checkLayer(make, { ...traits, runs: 1_000 });
    expect(runs).toBe(1_000);
  });
});
