import {
  AbortHook,
  type AbortListener,
  type AbortListenerList,
} from "../../service/abort-listener.ts";
import { Cancellation, type CancellationSource } from "../../service/cancellation.ts";

/** The life of a world, which never ends. A call listens to it for as long as somebody listens to that. */
export class CountedLifetime implements CancellationSource, AbortListenerList {
  /** How many listen. */
  listeners = 0;
  readonly aborted = false;
  readonly reason: unknown = undefined;

  get signal(): AbortSignal {
    return new Cancellation(this).signal;
  }

  onAbort(fn: (reason: unknown) => void): Disposable {
    const hook = new AbortHook(fn);
    this.listen(hook);
    return hook;
  }

  listen(listener: AbortListener): void {
    listener.list = this;
    this.listeners++;
  }

  remove(listener: AbortListener): void {
    listener.list = undefined;
    this.listeners--;
  }
}
