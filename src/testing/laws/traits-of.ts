import type { Layer } from "../../service/layer.ts";
import { type LayerTraits, partsOf } from "../../service/traits.ts";
import type { Traits } from "./law.ts";

/** What a layer, or one made of several, has declared; where it is silent, it passes each call on. */
export function traitsOf(layer: Layer<string, string>, said: LayerTraits): Traits {
  const parts = (partsOf(layer) ?? []).map(({ traits = {} }) => traits);
  const any = (trait: Exclude<keyof LayerTraits, "multiplicity">): boolean =>
    parts.some((traits) => traits[trait]);
  return {
    multiplicity: parts.reduce((product, { multiplicity = 1 }) => product * multiplicity, 1),
    parallel: any("parallel"),
    queues: any("queues"),
    limits: any("limits"),
    answers: any("answers"),
    sheds: any("sheds"),
    detaches: any("detaches"),
    maps: any("maps"),
    ...said,
  };
}
