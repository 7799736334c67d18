/** Something that can abort what depends on it. */
export interface CancellationSource {
  readonly aborted: boolean;
  readonly reason: unknown;
  /** The same as an AbortSignal. */
  readonly signal: AbortSignal;
  /** Calls `fn` with the reason once aborted, at once if it is already, unless disposed before. */
  onAbort(fn: (reason: unknown) => void): Disposable;
}

/**
 * A node of the tree in which cancellation travels down from a call to its parts.
 *
 * It aborts by itself or with one of its sources; the reason it has once told stays.
 * It listens to those only while somebody hooks on it, so that a call in which nobody waits costs
 * nothing and leaves nothing behind.
 */
export class Cancellation implements CancellationSource, Disposable {
  readonly #parent: CancellationSource | undefined;
  readonly #lifetime: CancellationSource | undefined;
  #parentLink: Disposable | undefined;
  #lifetimeLink: Disposable | undefined;
  #aborted = false;
  #reason: unknown;
  #ended = false;
  #first: Hook | undefined;
  #last: Hook | undefined;
  #controller: AbortController | undefined;

  constructor(parent?: CancellationSource, lifetime?: CancellationSource) {
    this.#parent = parent;
    this.#lifetime = lifetime;
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

  /** Runs the hooks, in the order they came. A second abort changes nothing. */
  abort(reason: unknown): void {
    if (!this.aborted) this.#settle(reason);
    this.#run();
  }

  onAbort(fn: (reason: unknown) => void): Disposable {
    const hook = new Hook(this, fn);
    if (this.aborted) hook.run(this.#reason);
    else if (!this.#ended) this.#add(hook);
    return hook;
  }

  /** Takes a hook out of the list; called by the hook itself. */
  remove(hook: Hook): void {
    if (hook.previous) hook.previous.next = hook.next;
    else if (this.#first === hook) this.#first = hook.next;
    if (hook.next) hook.next.previous = hook.previous;
    else if (this.#last === hook) this.#last = hook.previous;
    if (!this.#first) this.#unlink();
  }

  /** Forgets the hooks and lets go of the sources. Nothing can hook on it any more. */
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

  #abortedSource(): CancellationSource | undefined {
    if (this.#parent?.aborted) return this.#parent;
    return this.#lifetime?.aborted ? this.#lifetime : undefined;
  }

  #add(hook: Hook): void {
    hook.linked = true;
    hook.previous = this.#last;
    if (this.#last) this.#last.next = hook;
    else this.#first = hook;
    this.#last = hook;
    if (hook.previous) return;
    const abort = (reason: unknown): void => this.abort(reason);
    this.#parentLink = this.#parent?.onAbort(abort);
    this.#lifetimeLink = this.#lifetime?.onAbort(abort);
  }

  #unlink(): void {
    this.#parentLink?.[Symbol.dispose]();
    this.#lifetimeLink?.[Symbol.dispose]();
    this.#parentLink = undefined;
    this.#lifetimeLink = undefined;
  }

  #run(): void {
    this.#unlink();
    for (let hook = this.#first; hook; hook = this.#first) {
      hook[Symbol.dispose]();
      hook.run(this.#reason);
    }
  }
}

/** One reaction to an abort, in the list of its {@link Cancellation}. */
class Hook implements Disposable {
  linked = false;
  previous: Hook | undefined;
  next: Hook | undefined;
  readonly #owner: Cancellation;
  readonly #fn: (reason: unknown) => void;

  constructor(owner: Cancellation, fn: (reason: unknown) => void) {
    this.#owner = owner;
    this.#fn = fn;
  }

  /** A hook that throws stops neither the others nor the abort: its error is reported as uncaught. */
  run(reason: unknown): void {
    try {
      this.#fn(reason);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }

  [Symbol.dispose](): void {
    if (!this.linked) return;
    this.linked = false;
    this.#owner.remove(this);
  }
}
