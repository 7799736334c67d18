import type { Exchange } from "./exchange.ts";
import type { WireRequest } from "./wire-request.ts";

/** Sends requests on some connection, and tells their exchanges how it goes. */
export interface Sender {
  dispatch(wire: WireRequest, exchange: Exchange): unknown;
  destroy(reason: Error): Promise<void>;
}
