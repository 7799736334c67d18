export { andThen } from "./and-then.ts";
export { ServiceBuilder } from "./builder.ts";
export { type Clock, systemClock } from "./clock.ts";
export { type ContextKey, contextKey } from "./context-key.ts";
export { Context, type ContextOptions, type Environment } from "./context.ts";
export {
  ClosedError,
  NotNowError,
  type NotNowOptions,
  RejectedError,
  ServiceError,
  TimeoutError,
} from "./errors.ts";
export { type LayerEvent, layerEvents, publish } from "./events.ts";
export { filter, FilteredError } from "./filter.ts";
export { type Layer, layer } from "./layer.ts";
export { mapError } from "./map-error.ts";
export { mapRequest } from "./map-request.ts";
export { mapResponse } from "./map-response.ts";
export { type Outcome, settle, unwrap } from "./outcome.ts";
export type { Scope } from "./scope.ts";
export { type Handler, type Service, service } from "./service.ts";
export { startListener } from "./start-listener.ts";
export type { CallOptions, Stack, StackOptions } from "./stack.ts";
export { tap } from "./tap.ts";
export type { LayerTraits } from "./traits.ts";
