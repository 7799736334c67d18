import { Cancellation, type CancellationSource } from "./cancellation.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { ContextKey } from "./context-key.ts";
import { requireDuration } from "./options.ts";
import { Scope } from "./scope.ts";
import { SignalSource } from "./signal-source.ts";
import { untilAborted } from "./until-aborted.ts";

/** Where a stack takes time and chance from. */
export interface Environment {
  /** @defaultValue {@link systemClock} */
  readonly clock?: Clock;
  /** Draws a number from 0 to 1, without 1. @defaultValue `Math.random` */
  readonly random?: () => number;
}

/** Options of a new {@link Context}. */
export interface ContextOptions extends Environment {
  /** Aborts the call. @defaultValue none */
  readonly signal?: AbortSignal | undefined;
  /** When the caller will abort the call, for layers to know; nothing here aborts it. @defaultValue `Infinity` */
  readonly deadline?: number;
  /** See {@link Context.startBy}. @defaultValue `Infinity` */
  readonly startBy?: number;
}

/** One value that travels with a call, in front of those set before it. */
interface Entry {
  readonly key: ContextKey<unknown>;
  readonly value: unknown;
  readonly before: Entry | undefined;
}

let calls = 0;

/** What travels with one call: time, chance, cancellation and the values layers attach. Immutable. */
export class Context {
  readonly clock: Clock;
  /** Draws a number from 0 to 1, without 1. */
  readonly random: () => number;
  #callId: number;
  #deadline: number | undefined; // undefined for never, as a number that is no small integer is an object
  #startBy: number | undefined;
  #entries: Entry | undefined;
  #cancellation: CancellationSource | undefined; // made on demand for a call that nothing aborts
  #lifetime: CancellationSource | undefined;

  /** Makes the context of a new call, or of the same call where options are another context. */
  constructor(
    options: ContextOptions | Context = {},
    random: () => number = options.random ?? Math.random,
  ) {
    this.clock = options.clock ?? systemClock;
    this.random = random;
    if (options instanceof Context) {
      this.#callId = options.#callId;
      this.#deadline = options.#deadline;
      this.#startBy = options.#startBy;
      this.#entries = options.#entries;
      this.#cancellation = options.#cancellation;
      this.#lifetime = options.#lifetime;
    } else {
      this.#callId = ++calls;
      this.#deadline = options.deadline;
      this.#startBy = options.startBy;
      this.#cancellation = options.signal && SignalSource.of(options.signal);
    }
  }

  /**
   * The scope of a call into a stack, which ends with the life of that too; detached work ends with
   * it alone.
   *
   * @internal
   */
  static within(
    lifetime: CancellationSource,
    options: ContextOptions | Context,
    timeoutMs?: number,
  ): Scope {
    const context = new Context(options);
    const cancellation = new Cancellation(context.#cancellation, lifetime);
    context.#cancellation = cancellation;
    context.#lifetime = lifetime;
    return new Scope(context, cancellation, timeoutMs);
  }

  /** Tells one call from another: the same in all contexts derived from one, but by {@link fork}. */
  get callId(): number {
    return this.#callId;
  }

  /** When the call aborts, as its clock reads. Derived contexts never have a later one. */
  get deadline(): number {
    return this.#deadline ?? Infinity;
  }

  /** The latest instant at which the call may still be waiting to start, as its clock reads. */
  get startBy(): number {
    return this.#startBy ?? Infinity;
  }

  /** The cancellation of this call for a leaf to hand on; built when first asked for. */
  get signal(): AbortSignal {
    return (this.#cancellation ??= new Cancellation()).signal;
  }

  get aborted(): boolean {
    return this.#cancellation?.aborted === true;
  }

  /** Why the call was aborted: the reason of the signal, or the error of the timeout. */
  get reason(): unknown {
    return this.#cancellation?.reason;
  }

  /** Throws the reason if the call is aborted. */
  throwIfAborted(): void {
    if (this.#cancellation?.aborted) throw this.#cancellation.reason;
  }

  /** Calls `fn` with the reason when the call aborts, at once if it has, unless disposed before. */
  onAbort(fn: (reason: unknown) => void): Disposable {
    return (this.#cancellation ??= new Cancellation()).onAbort(fn);
  }

  /** Resolves after `ms`, or rejects with the reason as soon as the call aborts. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.throwIfAborted();
      const timer = this.clock.timer(() => {
        hook[Symbol.dispose]();
        resolve();
      }, ms);
      const hook = this.onAbort((reason) => {
        timer[Symbol.dispose]();
        reject(reason);
      });
    });
  }

  /** How long the call may still wait to start, in milliseconds; never negative. */
  patienceMs(): number {
    return Math.max(0, Math.min(this.startBy, this.deadline) - this.clock.now());
  }

  get<T>(key: ContextKey<T>): T {
    for (let entry = this.#entries; entry; entry = entry.before) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `with` pairs key and value
      if (entry.key === key) return entry.value as T;
    }
    return key.initial;
  }

  /** The same call with a value that layers further in may read. */
  with<T>(key: ContextKey<T>, value: T): Context {
    const context = new Context(this);
    context.#entries = { key, value, before: this.#entries };
    return context;
  }

  /** The same call, less patient: `startBy` is `instant` unless it is earlier already. */
  withStartBy(instant: number): Context {
    if (!(instant < this.startBy)) return this;
    const context = new Context(this);
    context.#startBy = instant;
    return context;
  }

  /** The same call, once it has started: whatever it does again may wait. */
  started(): Context {
    if (this.startBy === Infinity) return this;
    const context = new Context(this);
    context.#startBy = undefined;
    return context;
  }

  /** The same call, with chance from elsewhere, such as a generator of its own that a seed began. */
  withRandom(random: () => number): Context {
    return new Context(this, random);
  }

  /** A call of its own that aborts with this one: the same, but for its `callId`. */
  fork(): Context {
    const context = new Context(this);
    context.#callId = ++calls;
    return context;
  }

  /**
   * A part of this call that its owner can abort by itself, and that aborts with this call.
   *
   * Dispose it when the part has ended, or it stays hooked on this call.
   */
  scope(): Scope {
    return this.#scope(this.#deadline, Infinity);
  }

  /**
   * Runs `work` in a scope that aborts `ms` from now with a {@link TimeoutError}.
   *
   * Rejects at that instant, or when this call aborts, whether `work` heeds the abort or not.
   * The deadline is never later than the one of this context. Nothing of it outlives `work`.
   */
  withTimeout<T>(ms: number, work: (context: Context) => Promise<T>): Promise<T> {
    try {
      requireDuration("timeoutMs", ms);
      const inner = { call: (_: undefined, context: Context) => work(context) };
      return untilAborted(this.scopeFor(ms), inner, undefined);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /**
   * A part of this call that has `ms` from now.
   *
   * @internal
   */
  scopeFor(ms: number): Scope {
    return this.#scope(Math.min(this.deadline, this.clock.now() + ms), ms);
  }

  /** For work that outlives its first caller: the same values, but nothing that ends the call. */
  detach(): Context {
    const context = new Context(this);
    context.#deadline = undefined;
    context.#startBy = undefined;
    context.#cancellation = this.#lifetime;
    return context;
  }

  #scope(deadline: number | undefined, timeoutMs: number): Scope {
    const cancellation = new Cancellation(this.#cancellation);
    const context = new Context(this);
    context.#deadline = deadline;
    context.#cancellation = cancellation;
    return new Scope(context, cancellation, timeoutMs);
  }
}
