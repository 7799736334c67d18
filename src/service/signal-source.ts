import { Cancellation, type CancellationSource } from "./cancellation.ts";

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
    this.#hooks = new Cancellation({
      signal,
      get aborted() {
        return signal.aborted;
      },
      get reason(): unknown {
        return signal.reason;
      },
      onAbort: (fn) => new Listener(signal, fn),
    });
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
}

class Listener implements Disposable {
  readonly #signal: AbortSignal;
  readonly #listener: () => void;

  constructor(signal: AbortSignal, fn: (reason: unknown) => void) {
    this.#signal = signal;
    this.#listener = () => fn(signal.reason);
    signal.addEventListener("abort", this.#listener, { once: true });
  }

  [Symbol.dispose](): void {
    this.#signal.removeEventListener("abort", this.#listener);
  }
}
