import { ServiceBuilder } from "../../service/builder.ts";
import { type Layer, layer } from "../../service/layer.ts";
import type { Service } from "../../service/service.ts";
import type { Timeline } from "./timeline.ts";

type TextLayer = Layer<string, string>;

/** Makes a service of the inner one and a layer. */
export type Arrangement = (
  layer: TextLayer,
  inner: Service<string, string>,
  timeline: Timeline,
) => Service<string, string>;

const identity: TextLayer = layer(
  "identity",
  (inner) => (request, context) => inner.call(request, context),
);

const empty: ServiceBuilder<string, string> = ServiceBuilder.for<string, string>();

/** The layer by itself. */
export const bare: Arrangement = (layer, inner) => layer(inner);

/** The layer between others that change nothing. */
export const amongIdentities: Arrangement = (layer, inner) =>
  empty.layer(identity).layer(layer).layer(identity).toLayer()(inner);

/** The same, put together from the inside out. */
export const nested: Arrangement = (layer, inner) => {
  const below = empty.layer(empty.layer(layer).toLayer()).layer(identity).toLayer();
  return empty.layer(identity).layer(below).toLayer()(inner);
};

/** The layer in a finished stack, whose outer edge rejects as soon as a call aborts. */
export const inStack: Arrangement = (layer, inner, { clock }) =>
  empty.layer(layer).service(inner, { clock, orderWarnings: false });
