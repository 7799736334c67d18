import { Cancellation } from "./cancellation.ts";
import type { Clock } from "./clock.ts";
import { Context, type ContextOptions, type Environment } from "./context.ts";
import { disposeAll, isDisposable } from "./disposal.ts";
import { ClosedError } from "./errors.ts";
import {
  requireBoolean,
  requireDuration,
  requireFunction,
  requireOptions,
  show,
} from "./options.ts";
import type { Service } from "./service.ts";
import { untilAborted } from "./until-aborted.ts";

/** What a caller may say of one call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. @defaultValue none */
  readonly signal?: AbortSignal | undefined;
  /** How long the call may take, waits included. @defaultValue no end */
  readonly timeoutMs?: number;
  /** How long the call may wait to start: `0` refuses any wait. @defaultValue no end */
  readonly startWithinMs?: number;
}

/** What a finished stack is made of besides its layers. */
export interface StackOptions extends Environment {
  /** Whether the stack disposes its leaf when it is disposed. @defaultValue `false` */
  readonly disposeLeaf?: boolean;
  /** How long a disposed stack lets calls run before it aborts them. @defaultValue 10 s */
  readonly drainMs?: number;
  /** Whether to warn of an order of layers that defeats one of them. @defaultValue `true` */
  readonly orderWarnings?: boolean;
}

/** What a stack is closed over. */
export interface StackParts extends StackOptions {
  readonly leaf: object;
  /** What the layers have made, outermost first. */
  readonly made: readonly object[];
}

/** A finished tower: layers over a leaf, ready to be called from outside. */
export interface Stack<Req, Res> extends Service<Req, Res>, AsyncDisposable {
  readonly call: (request: Req, context?: Context | CallOptions) => Promise<Res>;
  readonly clock: Clock;
  readonly random: () => number;
  /** Names of the layers, outermost first. */
  describe(): readonly string[];
}

/** Throws unless `options` are those of a stack. */
export function requireStackOptions(options: StackOptions): void {
  requireOptions("service", options, {
    clock: true,
    random: true,
    disposeLeaf: true,
    drainMs: true,
    orderWarnings: true,
  });
  const { clock, random, disposeLeaf, drainMs, orderWarnings } = options;
  if (clock !== undefined) requireClock(clock);
  if (random !== undefined) requireFunction("random", random);
  if (disposeLeaf !== undefined) requireBoolean("disposeLeaf", disposeLeaf);
  if (drainMs !== undefined) requireDuration("drainMs", drainMs);
  if (orderWarnings !== undefined) requireBoolean("orderWarnings", orderWarnings);
}

const NONE: CallOptions = {};

/** Without a prototype, whose names are not among them. */
const ofCalls: Readonly<Record<keyof CallOptions, true>> = Object.assign(Object.create(null), {
  signal: true,
  timeoutMs: true,
  startWithinMs: true,
});

/**
 * Makes the outer edge of a stack.
 *
 * A call rejects with the reason as soon as it is aborted, even if the leaf goes on.
 * Its promise is one of its own, so that a rejection nobody handles is reported.
 * A disposed stack refuses calls with a {@link ClosedError}, lets those under way end for
 * `drainMs`, aborts the others and all detached work, then disposes what its layers have made,
 * outermost first, and a leaf that was handed over, as `await using` would. To be disposed twice is
 * to be disposed once.
 */
export function stackOver<Req, Res>(
  outermost: Service<Req, Res>,
  names: readonly string[],
  options: StackParts,
): Stack<Req, Res> {
  const { drainMs = 10_000, disposeLeaf = false, leaf, made } = options;
  const { clock, random } = new Context(options);
  const environment: Environment = { clock, random };
  if (disposeLeaf) requireDisposable(leaf);
  const lifetime = new Cancellation();
  let underWay = 0;
  let drained: (() => void) | undefined;
  let closing: Promise<void> | undefined;

  const closed = (): ClosedError =>
    new ClosedError(`Cannot call [${names.join(", ")}]: the stack is closed`);
  const ended = (): void => {
    if (--underWay === 0) drained?.();
  };
  const close = async (): Promise<void> => {
    if (underWay > 0) {
      await new Promise<void>((resolve) => {
        const timer = clock.timer(resolve, drainMs);
        drained = () => {
          timer[Symbol.dispose]();
          resolve();
        };
      });
    }
    lifetime.abort(closed());
    await disposeAll([...new Set(disposeLeaf ? [...made, leaf] : made)]);
  };

  return {
    clock,
    random,
    describe: () => names,
    call(request, options = NONE) {
      try {
        if (closing) throw closed();
        const context = options === NONE ? environment : contextOf(options, clock, random);
        const scope = Context.within(lifetime, context, timeoutOf(options));
        underWay++;
        return untilAborted(scope, outermost, request, ended);
      } catch (error) {
        return Promise.reject(error);
      }
    },
    // Hooks that the end of the lifetime runs must find the stack closing.
    [Symbol.asyncDispose]: () => (closing ??= Promise.resolve().then(close)),
  };
}

function contextOf(
  options: Context | CallOptions,
  clock: Clock,
  random: () => number,
): Context | ContextOptions {
  if (options instanceof Context) return options;
  requireCallOptions(options);
  const { signal, timeoutMs = Infinity, startWithinMs = Infinity } = options;
  const deadline = timeoutMs === Infinity ? Infinity : clock.now() + timeoutMs;
  const startBy = startWithinMs === Infinity ? Infinity : clock.now() + startWithinMs;
  return { clock, random, signal, deadline, startBy };
}

function requireCallOptions(options: CallOptions): void {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw new TypeError(`Expected "options" to be an object or a Context: got ${show(options)}`);
  }
  for (const name in options) {
    if (!(name in ofCalls)) requireOptions("call", options, ofCalls); // only now, as it costs
  }
  const { signal, timeoutMs, startWithinMs } = options;
  if (signal !== undefined) requireSignal(signal);
  if (timeoutMs !== undefined) requireDuration("timeoutMs", timeoutMs);
  if (startWithinMs !== undefined) requireDuration("startWithinMs", startWithinMs);
}

function requireSignal(signal: Partial<AbortSignal> | null): void {
  if (typeof signal?.addEventListener === "function") return;
  throw new TypeError(`Expected "signal" to be an AbortSignal: got ${show(signal)}`);
}

function timeoutOf(options: Context | CallOptions): number | undefined {
  return options instanceof Context ? undefined : options.timeoutMs;
}

function requireDisposable(leaf: object): void {
  if (isDisposable(leaf)) return;
  throw new TypeError(
    `Expected a leaf that can be disposed, as "disposeLeaf" asks: got ${show(leaf)}`,
  );
}

function requireClock(clock: Partial<Clock> | null): void {
  const methods = [clock?.now, clock?.wallMs, clock?.timer];
  if (methods.every((method) => typeof method === "function")) return;
  throw new TypeError(`Expected "clock" to be a Clock: got ${show(clock)}`);
}
