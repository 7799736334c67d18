import { ServiceError } from "../../../../src/service/errors.ts";
import type { Layer } from "../../../../src/service/layer.ts";
import type { Handler, Service } from "../../../../src/service/service.ts";
import type { LayerTraits } from "../../../../src/service/traits.ts";

/** A layer with one bug. */
export interface PlantedBug {
  readonly does: string;
  /** The law that it breaks. */
  readonly law: string;
  readonly layer: () => Layer<string, string>;
  readonly traits: LayerTraits;
}

/** The layer is a plain function, without the guard of `layer` that would mend some of the bugs. */
export function bug(
  law: string,
  does: string,
  wrap: (inner: Service<string, string>) => Handler<string, string>,
  traits: LayerTraits = {},
): PlantedBug {
  return { law, does, traits, layer: () => (inner) => ({ call: wrap(inner) }) };
}

/** An error of a layer that says nothing of what has happened. */
export class HidingError extends ServiceError {
  override readonly name = "HidingError";
  readonly code = "hiding";
}
