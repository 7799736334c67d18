/**
 * One that is told of an abort, once.
 *
 * It is itself an element of the list in which it waits: a call has several, and needs no object more
 * for each.
 */
export interface AbortListener {
  /** Where it waits; written by the list, as are its neighbours. */
  list: AbortListenerList | undefined;
  previous: AbortListener | undefined;
  next: AbortListener | undefined;
  abort(reason: unknown): void;
}

/** Where listeners wait, first come first told. */
export interface AbortListenerList {
  /** Takes out a listener, which is then told no more. */
  remove(listener: AbortListener): void;
}

/** A function as a listener, until it is disposed. */
export class AbortHook implements AbortListener, Disposable {
  list: AbortListenerList | undefined;
  previous: AbortListener | undefined;
  next: AbortListener | undefined;
  readonly abort: (reason: unknown) => void;

  constructor(abort: (reason: unknown) => void) {
    this.abort = abort;
  }

  [Symbol.dispose](): void {
    this.list?.remove(this);
  }
}

/** One that throws stops neither the others nor the abort: its error is reported as uncaught. */
export function tell(listener: AbortListener, reason: unknown): void {
  try {
    listener.abort(reason);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
