import type { Context } from "../../service/context.ts";
import { RejectedError, TimeoutError } from "../../service/errors.ts";
import type { Outcome } from "../../service/outcome.ts";
import type { Service } from "../../service/service.ts";
import { onStart } from "../../service/start-listener.ts";
import type { CircuitBreakerOptions } from "./circuit-breaker-options.ts";
import { tellChange } from "./circuit-events.ts";
import type { Circuit, Pass } from "./circuit.ts";

type IsFailure<Req, Res> = Required<CircuitBreakerOptions<Req, Res>>["isFailure"];

/** A call that was let through, which tells its circuit once how it has ended. */
export class GuardedCall<Req, Res> {
  readonly #circuit: Circuit;
  readonly #pass: Pass;
  readonly #isFailure: IsFailure<Req, Res>;
  #hasStarted = false;
  #hasEnded = false;
  #hook: Disposable | undefined;

  constructor(circuit: Circuit, pass: Pass, isFailure: IsFailure<Req, Res>) {
    this.#circuit = circuit;
    this.#pass = pass;
    this.#isFailure = isFailure;
  }

  /** Sees to it that an abort ends the call, whether that is heeded further in or not. */
  watch(request: Req, context: Context): void {
    this.#hook = context.onAbort((error) => this.#end({ ok: false, error }, request, context));
  }

  make(inner: Service<Req, Res>, request: Req, context: Context): Promise<Res> {
    const started = (): void => {
      this.#hasStarted = true;
    };
    const response = inner.call(request, onStart(context, started));
    response.then(
      (value) => this.#end({ ok: true, value }, request, context),
      (error: unknown) => this.#end({ ok: false, error }, request, context),
    );
    return response;
  }

  #end(outcome: Outcome<Res>, request: Req, context: Context): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#hook?.[Symbol.dispose]();
    const heard = this.#heard(outcome, context);
    let failed: boolean | undefined;
    try {
      failed = heard && this.#isFailure(heard, request);
    } finally {
      this.#settle(failed, context);
    }
  }

  /** The outcome as far as it is one of what was called; undefined where it tells nothing of that. */
  #heard(outcome: Outcome<Res>, context: Context): Outcome<Res> | undefined {
    const { aborted, reason } = context;
    const end: Outcome<Res> = aborted ? { ok: false, error: reason } : outcome;
    if (end.ok) return end;
    if (end.error instanceof RejectedError) return undefined;
    const isTold = end.error instanceof TimeoutError ? this.#hasStarted : !aborted;
    return isTold ? end : undefined;
  }

  #settle(failed: boolean | undefined, context: Context): void {
    const { phase } = this.#circuit;
    this.#circuit.settle(this.#pass, failed, context.clock);
    if (this.#circuit.phase !== phase) tellChange(this.#circuit, context);
  }
}
