import type { AbortListener, AbortListenerList } from "./abort-listener.ts";
import { type AbortSource, Cancellation, type CancellationSource } from "./cancellation.ts";

/** One source a signal, however many calls share that: Node warns of an eleventh listener. */
const sources = new WeakMap<AbortSignal, SignalSource>();

/** An AbortSignal of the caller's as the root of the tree; listened to once while somebody hooks. */
export class SignalSource implements CancellationSource {
  readonly signal: AbortSignal;
  readonly #hooks: Cancellation;

  /** The source that all who share a signal share. */
  static of(signal: AbortSignal): SignalSource {
    let source = sources.get(signal);
    if (!source) sources.set(signal, (source = new SignalSource(signal)));
    return source;
  }

  private constructor(signal: AbortSignal) {
    this.signal = signal;
    this.#hooks = new Cancellation(new SignalListener(signal));
  }

  get aborted(): boolean {
    return this.signal.aborted;
  }

  get reason(): unknown {
    return this.signal.reason;
  }

  onAbort(fn: (reason: unknown) => void): Disposable {
    return this.#hooks.onAbort(fn);
  }

  listen(listener: AbortListener): void {
    this.#hooks.listen(listener);
  }
}

/** Listens to a signal for the one that listens to it. */
class SignalListener implements AbortSource, AbortListenerList {
  readonly #signal: AbortSignal;
  #listener: AbortListener | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  get aborted(): boolean {
    return this.#signal.aborted;
  }

  get reason(): unknown {
    return this.#signal.reason;
  }

  listen(listener: AbortListener): void {
    listener.list = this;
    this.#listener = listener;
    this.#signal.addEventListener("abort", this.#abort);
  }

  remove(listener: AbortListener): void {
    listener.list = undefined;
    this.#signal.removeEventListener("abort", this.#abort);
  }

  readonly #abort = (): void => this.#listener?.abort(this.#signal.reason);
}
