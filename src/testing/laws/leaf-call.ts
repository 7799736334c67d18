import type { Context } from "../../service/context.ts";
import type { Outcome } from "../../service/outcome.ts";
import { callKey, type MadeCall } from "./made-call.ts";
import type { Turn, When } from "./timeline.ts";

/** One call that a layer makes of its inner service. */
export class LeafCall {
  readonly number: number;
  /** How it is called in what is told of it. */
  readonly name: string;
  readonly request: string;
  readonly context: Context;
  readonly begun: When;
  /** The call that it serves; undefined where its context is not made of that of a call. */
  readonly call: MadeCall | undefined;
  /** It was aborted by then, so that the guard above every leaf turns it away. */
  readonly turnedAway: boolean;
  /** What had become of the call by then. */
  readonly callWas: "pending" | "aborted" | "settled";
  ended: { readonly turn: Turn; readonly outcome: Outcome<string> } | undefined;

  constructor(number: number, request: string, context: Context, begun: When) {
    this.number = number;
    this.name = `leaf call ${number}`;
    this.request = request;
    this.context = context;
    this.begun = begun;
    this.call = context.get(callKey);
    this.turnedAway = context.aborted;
    this.callWas = stateOf(this.call);
  }
}

function stateOf(call: MadeCall | undefined): LeafCall["callWas"] {
  if (call?.settled) return "settled";
  return call?.aborted ? "aborted" : "pending";
}
