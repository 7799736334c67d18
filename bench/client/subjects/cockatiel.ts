import { peer } from "../../overhead/peer.ts";
import type { Answer, ClientSubject } from "../subject.ts";
import { leaf } from "./pagoda.ts";

interface Policy {
  execute<T>(work: () => Promise<T>): Promise<T>;
}
interface Names {
  readonly handleAll: unknown;
  readonly TimeoutStrategy: { readonly Aggressive: unknown };
  readonly ExponentialBackoff: new () => unknown;
  readonly ConsecutiveBreaker: new (failures: number) => unknown;
  readonly wrap: (...policies: readonly Policy[]) => Policy;
  readonly fallback: (when: unknown, answer: Answer) => Policy;
  readonly timeout: (ms: number, strategy: unknown) => Policy;
  readonly retry: (when: unknown, options: object) => Policy;
  readonly bulkhead: (limit: number, queue: number) => Policy;
  readonly circuitBreaker: (when: unknown, options: object) => Policy;
}

/** The leaf of pagoda with the policies of another library around it. */
export async function policies(): Promise<ClientSubject> {
  const policy = policyOf(await peer<Names>("cockatiel"));
  return (origin, connections) => {
    const get = leaf(origin, connections);
    return (url) => policy.execute(() => get(url));
  };
}

function policyOf(names: Names): Policy {
  const { handleAll, ConsecutiveBreaker, ExponentialBackoff, TimeoutStrategy } = names;
  return names.wrap(
    names.fallback(handleAll, { status: 0, body: new Uint8Array() }),
    names.retry(handleAll, { maxAttempts: 2, backoff: new ExponentialBackoff() }),
    names.circuitBreaker(handleAll, {
      halfOpenAfter: 10_000,
      breaker: new ConsecutiveBreaker(5),
    }),
    names.bulkhead(1000, 0),
    names.timeout(30_000, TimeoutStrategy.Aggressive),
  );
}
