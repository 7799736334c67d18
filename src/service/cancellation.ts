import { AbortHook, type AbortListener, type AbortListenerList, tell } from "./abort-listener.ts";

/** Something that aborts, and tells who listens. */
export interface AbortSource {
  readonly aborted: boolean;
  readonly reason: unknown;
  /** Tells the listener the reason once aborted, at once if it is already. */
  listen(listener: AbortListener): void;
}

/** Something that can abort what depends on it. */
export interface CancellationSource extends AbortSource {
  /** The same as an AbortSignal. */
  readonly signal: AbortSignal;
  /** Calls `fn` with the reason once aborted, at once if it is already, unless disposed before. */
  onAbort(fn: (reason: unknown) => void): Disposable;
}

/**
 * A node of the tree in which cancellation travels down from a call to its parts.
 *
 * It aborts by itself or with one of its sources; the reason it has once told stays.
 * It listens to those only while somebody listens to it, so that a call in which nobody waits costs
 * nothing and leaves nothing behind.
 */
export class Cancellation
  implements CancellationSource, AbortListener, AbortListenerList, Disposable
{
  list: AbortListenerList | undefined;
  previous: AbortListener | undefined;
  next: AbortListener | undefined;
  readonly #parent: AbortSource | undefined;
  readonly #lifetime: AbortSource | undefined;
  #lifetimeLink: Link | undefined; // to listen to both takes a second place
  #aborted = false;
  #reason: unknown;
  #ended = false;
  #first: AbortListener | undefined;
  #last: AbortListener | undefined;
  #controller: AbortController | undefined;

  constructor(parent?: AbortSource, lifetime?: AbortSource) {
    this.#parent = parent ?? lifetime;
    this.#lifetime = parent && lifetime;
  }

  get aborted(): boolean {
    if (this.#aborted) return true;
    const source = this.#abortedSource();
    if (source) this.#settle(source.reason);
    return this.#aborted;
  }

  get reason(): unknown {
    return this.aborted ? this.#reason : undefined;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      const controller = new AbortController();
      this.#controller = controller;
      this.onAbort((reason) => controller.abort(reason));
    }
    return this.#controller.signal;
  }

  /** Tells who listens, in the order they came. A second abort changes nothing. */
  abort(reason: unknown): void {
    if (!this.aborted) this.#settle(reason);
    this.#unlink();
    for (let listener = this.#first; listener; listener = this.#first) {
      this.remove(listener);
      tell(listener, this.#reason);
    }
  }

  onAbort(fn: (reason: unknown) => void): Disposable {
    const hook = new AbortHook(fn);
    this.listen(hook);
    return hook;
  }

  listen(listener: AbortListener): void {
    if (this.aborted) tell(listener, this.#reason);
    else if (!this.#ended) this.#add(listener);
  }

  remove(listener: AbortListener): void {
    if (this.#ended) return; // it has forgotten them, and what they stood beside may be elsewhere by now
    const { previous, next } = listener;
    if (previous) previous.next = next;
    else if (this.#first === listener) this.#first = next;
    if (next) next.previous = previous;
    else if (this.#last === listener) this.#last = previous;
    listener.list = undefined;
    if (!this.#first) this.#unlink();
  }

  /** Forgets who listens and lets go of the sources. Nothing can listen to it any more. */
  [Symbol.dispose](): void {
    this.#ended = true;
    this.#first = undefined;
    this.#last = undefined;
    this.#unlink();
  }

  /** From here on the reason stays, whatever aborts next. */
  #settle(reason: unknown): void {
    this.#aborted = true;
    this.#reason = reason;
  }

  #abortedSource(): AbortSource | undefined {
    if (this.#parent?.aborted) return this.#parent;
    return this.#lifetime?.aborted ? this.#lifetime : undefined;
  }

  #add(listener: AbortListener): void {
    listener.list = this;
    listener.previous = this.#last;
    listener.next = undefined;
    if (this.#last) this.#last.next = listener;
    else this.#first = listener;
    this.#last = listener;
    if (!listener.previous) this.#link();
  }

  #link(): void {
    this.#parent?.listen(this);
    if (!this.#lifetime) return;
    this.#lifetimeLink = new Link(this);
    this.#lifetime.listen(this.#lifetimeLink);
  }

  #unlink(): void {
    this.list?.remove(this);
    this.#lifetimeLink?.list?.remove(this.#lifetimeLink);
    this.#lifetimeLink = undefined;
  }
}

/** Another place in which a node listens. */
class Link implements AbortListener {
  list: AbortListenerList | undefined;
  previous: AbortListener | undefined;
  next: AbortListener | undefined;
  readonly #node: AbortListener;

  constructor(node: AbortListener) {
    this.#node = node;
  }

  abort(reason: unknown): void {
    this.#node.abort(reason);
  }
}
