import type { CancellationSource } from "./cancellation.ts";

/** An AbortSignal of the caller's as the root of the tree. */
export class SignalSource implements CancellationSource {
  readonly signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  get aborted(): boolean {
    return this.signal.aborted;
  }

  get reason(): unknown {
    return this.signal.reason;
  }

  onAbort(fn: (reason: unknown) => void): Disposable {
    return new Listener(this.signal, fn);
  }
}

class Listener implements Disposable {
  readonly #signal: AbortSignal;
  readonly #listener: () => void;

  constructor(signal: AbortSignal, fn: (reason: unknown) => void) {
    this.#signal = signal;
    this.#listener = () => fn(signal.reason);
    if (signal.aborted) this.#listener();
    else signal.addEventListener("abort", this.#listener, { once: true });
  }

  [Symbol.dispose](): void {
    this.#signal.removeEventListener("abort", this.#listener);
  }
}
