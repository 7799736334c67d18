import type { CancellationSource } from "../../service/cancellation.ts";
import { type ContextKey, contextKey } from "../../service/context-key.ts";
import { Context } from "../../service/context.ts";
import type { Outcome } from "../../service/outcome.ts";
import type { Scope } from "../../service/scope.ts";
import type { CallCommand } from "./command.ts";
import type { LeafCall } from "./leaf-call.ts";
import type { Timeline, When } from "./timeline.ts";

/** How a call is made. */
export type Ask = Omit<CallCommand, "kind" | "quick"> & {
  /** What its chance comes from; its number if there is none. */
  readonly seed?: number;
};

/** How a call is made that waits as long as it takes. */
export const PLAIN: Omit<Ask, "request"> = {
  startWithinMs: Infinity,
  timeoutMs: Infinity,
  signal: false,
  aborted: false,
  ignores: false,
  answer: undefined,
};

/** One call of a schedule, as its caller knows it. */
export class MadeCall {
  readonly number: number;
  /** How it is called in what is told of it. */
  readonly name: string;
  readonly ask: Ask;
  readonly made: When;
  readonly context: Context;
  /** Calls of the inner service that came with the context of this call. */
  readonly leafCalls: LeafCall[] = [];
  /** What its caller aborts it by, unless that is a call further out. */
  readonly controller: AbortController | undefined;
  aborted: (When & { readonly reason: unknown }) | undefined;
  settled: (When & { readonly outcome: Outcome<string> }) | undefined;
  readonly #scope: Scope;
  #abortable = true;

  constructor(number: number, ask: Ask, timeline: Timeline, lifetime: CancellationSource) {
    this.number = number;
    this.name = `call ${number}`;
    this.ask = ask;
    this.made = timeline.now();
    this.controller = ask.signal ? new AbortController() : undefined;
    this.#scope = Context.within(lifetime, {
      clock: timeline.clock,
      random: chance(ask.seed ?? number),
      signal: this.controller?.signal,
      deadline: this.made.at + ask.timeoutMs,
      startBy: this.made.at + ask.startWithinMs,
    });
    this.context = this.#scope.context.with(callKey, this);
  }

  get request(): string {
    return this.ask.request;
  }

  /** Those that came as far as the leaf, which none does that is aborted by then. */
  get reached(): readonly LeafCall[] {
    return this.leafCalls.filter(({ turnedAway }) => !turnedAway);
  }

  /** Aborts it, once; one that has settled in vain. Tells whether it was the first time. */
  abort(reason: unknown, when: When): boolean {
    if (!this.#abortable) return false;
    this.#abortable = false;
    if (!this.settled) this.aborted = { ...when, reason };
    (this.controller ?? this.#scope).abort(reason);
    return true;
  }
}

/** Travels with each call, so that the leaf knows which one it serves. */
export const callKey: ContextKey<MadeCall | undefined> = contextKey<MadeCall | undefined>(
  "call of a schedule",
  undefined,
);

/** Chance for one call (mulberry32), so that it does not hang on what others draw. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const once = Math.imul(state ^ (state >>> 15), state | 1);
    const twice = once ^ (once + Math.imul(once ^ (once >>> 7), once | 61));
    return ((twice ^ (twice >>> 14)) >>> 0) / 2 ** 32;
  };
}
