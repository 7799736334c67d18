import { type Layer, layer } from "../../service/layer.ts";
import { requireFunction, requireOptions, requireWhole, show } from "../../service/options.ts";
import { requireKey } from "../require-key.ts";
import { Grains } from "./token-bucket.ts";
import { TurnQueue } from "./turn-queue.ts";
import { TurnQueues } from "./turn-queues.ts";

/** Options of {@link rateLimit}. */
export interface RateLimitOptions<Req> {
  /** Calls that may start in an interval, on average. */
  readonly limit: number;
  readonly intervalMs: number;
  /** Calls that may start at once after a rest. @defaultValue `limit`, rounded down, but at least 1 */
  readonly burst?: number;
  /** What to count calls by: each key has a limit of its own. @defaultValue one limit for all */
  readonly key?: (request: Req) => string;
  /** How many keys are remembered. @defaultValue 10,000 */
  readonly maxKeys?: number;
}

/**
 * Lets `limit` calls start in every `intervalMs`, and up to `burst` at once after a rest.
 *
 * In any span of time no more start than `burst` and what the rate gives for that span.
 * There is no window that begins anew: turns come back one by one, until `burst` of them are there.
 * The others wait, first come first served, for each key by itself, and start the moment they may.
 * A waiting call that aborts leaves at once and costs nobody a turn.
 * A call whose turn would come after its `startBy` or deadline is refused at once with a
 * `RateLimitedError` that tells when it would have come, and reserves nothing.
 * A call that a layer further in refuses, so that nothing was sent, gives its turn back, at once for
 * those who wait: that leaves the limit as though it had not come. Any other call has used its turn,
 * also one that aborts.
 * Of more keys than `maxKeys`, those whose limit is as good as new are forgotten first, then those
 * not used for longest, but none for which a call waits: so long, there may be more.
 *
 * @example
 * ```ts
 * const api = ServiceBuilder.for<Query, Answer>()
 *   .layer(rateLimit({ limit: 10, intervalMs: 1000, burst: 1, key: (query) => query.account }))
 *   .service(http);
 * ```
 */
export function rateLimit<Req, Res>(options: RateLimitOptions<Req>): Layer<Req, Res> {
  requireOptions("rateLimit", options, KNOWN);
  const { limit, intervalMs, key, maxKeys = 10_000 } = options;
  requirePace(options);
  const { burst = Math.max(1, Math.floor(limit)) } = options;
  if (key !== undefined) requireFunction("key", key);
  requireWhole("maxKeys", maxKeys, 1);
  const grains = new Grains({ limit, intervalMs, burst });

  return layer(
    "rateLimit",
    (inner) => {
      if (!key) {
        const queue = new TurnQueue(inner, grains);
        return (request, context) => queue.call(request, context, context.clock.now());
      }
      const queues = new TurnQueues((key) => new TurnQueue(inner, grains, key), maxKeys);
      return (request, context) => {
        const name = key(request);
        requireKey(name);
        const now = context.clock.now();
        return queues.of(name, now).call(request, context, now);
      };
    },
    { queues: true, limits: true },
  );
}

const KNOWN = { limit: true, intervalMs: true, burst: true, key: true, maxKeys: true } as const;

/** Throws unless this is a pace; `path` stands in front of the names of its parts. */
export function requirePace(
  { limit, intervalMs, burst }: Pick<RateLimitOptions<never>, "limit" | "intervalMs" | "burst">,
  path = "",
): void {
  requireFinite(`${path}limit`, limit);
  requireFinite(`${path}intervalMs`, intervalMs);
  if (burst !== undefined) requireWhole(`${path}burst`, burst, 1);
}

function requireFinite(option: string, value: number): void {
  if (Number.isFinite(value) && value > 0) return;
  throw new RangeError(`Expected "${option}" to be a finite number > 0: got ${show(value)}`);
}
