import type { Context } from "../../service/context.ts";
import type { Outcome } from "../../service/outcome.ts";
import { type Service, service } from "../../service/service.ts";
import { startListener } from "../../service/start-listener.ts";
import { LeafCall } from "./leaf-call.ts";
import type { Timeline } from "./timeline.ts";

/**
 * The inner service under a layer, which tells of starts as a stack does. Its calls stay open until the
 * schedule ends them.
 */
export class ScriptedLeaf {
  readonly calls: LeafCall[] = [];
  readonly service: Service<string, string>;
  readonly #timeline: Timeline;
  readonly #open = new Map<LeafCall, (outcome: Outcome<string>) => void>();

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
    this.service = service((request, context) => this.#begin(request, context));
  }

  /** How many calls have not ended. */
  get openCount(): number {
    return this.#open.size;
  }

  /** The calls that have not ended, oldest first. */
  get open(): readonly LeafCall[] {
    return [...this.#open.keys()];
  }

  /** Ends a call, unless it has ended. */
  end(call: LeafCall, outcome: Outcome<string>): void {
    const settle = this.#open.get(call);
    if (!settle) return;
    this.#open.delete(call);
    call.ended = { turn: this.#timeline.turn, outcome };
    settle(outcome);
  }

  #begin(request: string, context: Context): Promise<string> {
    const call = new LeafCall(this.calls.length, request, context, this.#timeline.now());
    this.calls.push(call);
    call.call?.leafCalls.push(call);
    if (!call.turnedAway) context.get(startListener)?.();
    return new Promise((resolve, reject) => {
      const whenAborted = context.onAbort((error) => {
        if (!call.call?.ask.ignores) this.end(call, { ok: false, error });
      });
      this.#open.set(call, (outcome) => {
        whenAborted[Symbol.dispose]();
        if (outcome.ok) resolve(outcome.value);
        else reject(outcome.error);
      });
      const answer = call.turnedAway ? refused(context) : call.call?.ask.answer;
      if (answer) this.end(call, answer);
    });
  }
}

function refused({ reason }: Context): Outcome<never> {
  return { ok: false, error: reason };
}
