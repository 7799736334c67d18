import { type Channel, channel } from "node:diagnostics_channel";

import type { Context } from "./context.ts";

/** Something that happened to a call in a layer. Published on the channel `pagoda:layer`. */
export interface LayerEvent {
  /** Which call: see {@link Context.callId}. */
  readonly callId: number;
  /** Name of the layer. */
  readonly layer: string;
  /** `start`, `end` and `error` of every layer; else what the layer says, such as `retried`. */
  readonly event: string;
  /** When, as the clock of the call reads. */
  readonly at: number;
  /** What the layer adds: an error, a wait, an attempt. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Where layers tell what they do. Guard every publication by its `hasSubscribers`. */
export const layerEvents: Channel = channel("pagoda:layer");

/** Publishes a {@link LayerEvent}. */
export function publish(
  context: Context,
  layer: string,
  event: string,
  detail: Readonly<Record<string, unknown>> = {},
): void {
  const { callId, clock } = context;
  layerEvents.publish({ callId, layer, event, at: clock.now(), detail } satisfies LayerEvent);
}
