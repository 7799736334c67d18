import { peer } from "../peer.ts";
import { heights, leaf, type Row } from "../row.ts";

interface Policy {
  execute<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}
interface RetryOptions {
  readonly maxAttempts: number;
  readonly backoff: unknown;
}
interface BreakerOptions {
  readonly halfOpenAfter: number;
  readonly breaker: unknown;
}
interface Cockatiel {
  readonly handleAll: unknown;
  readonly TimeoutStrategy: { readonly Aggressive: unknown };
  readonly ExponentialBackoff: new () => unknown;
  readonly ConsecutiveBreaker: new (failures: number) => unknown;
  readonly NoopPolicy: new () => Policy;
  readonly wrap: (...policies: readonly Policy[]) => Policy;
  readonly timeout: (ms: number, strategy: unknown) => Policy;
  readonly retry: (when: unknown, options: RetryOptions) => Policy;
  readonly bulkhead: (limit: number, queue: number) => Policy;
  readonly circuitBreaker: (when: unknown, options: BreakerOptions) => Policy;
}

const { signal } = new AbortController();

/** Policies of cockatiel; each of its own reacts to the outcome. */
export async function cockatiel(): Promise<readonly Row[]> {
  const library = "cockatiel";
  const names = await peer<Cockatiel>(library);
  const usual = usualOf(names);
  const slow = names.timeout(30_000, names.TimeoutStrategy.Aggressive);
  const does = "timeout + retry + bulkhead + breaker";
  return [
    ...heights(library, "react", (layers) => noop(names, layers), 1),
    { library, does: "timeout", call: (n) => slow.execute(() => leaf(n)) },
    { library, does, call: (n) => usual.execute(() => leaf(n)) },
    {
      library,
      does: "the same, external signal",
      call: (n) => usual.execute(() => leaf(n), signal),
    },
  ];
}

function noop({ wrap, NoopPolicy }: Cockatiel, layers: number): Row["call"] {
  const policy = wrap(...Array.from({ length: layers }, () => new NoopPolicy()));
  return (n) => policy.execute(() => leaf(n));
}

function usualOf(names: Cockatiel): Policy {
  const { wrap, timeout, retry, bulkhead, circuitBreaker, handleAll, TimeoutStrategy } = names;
  const { ExponentialBackoff, ConsecutiveBreaker } = names;
  return wrap(
    timeout(30_000, TimeoutStrategy.Aggressive),
    retry(handleAll, { maxAttempts: 2, backoff: new ExponentialBackoff() }),
    bulkhead(8, Infinity),
    circuitBreaker(handleAll, { halfOpenAfter: 10_000, breaker: new ConsecutiveBreaker(5) }),
  );
}
