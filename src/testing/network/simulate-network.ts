import { wireRequest } from "../../http/client/wire-request.ts";
import type { HttpErrorCode } from "../../http/errors.ts";
import type { HttpRequest, HttpResponse } from "../../http/message.ts";
import { hostOf } from "../../http/url/parse-url.ts";
import { requireUrl } from "../../http/url/require-url.ts";
import { draw } from "../../service/chance.ts";
import { requireOptions, show } from "../../service/options.ts";
import { type Service, service } from "../../service/service.ts";
import { deliver } from "./deliver.ts";
import { type Answer, hostAnswers } from "./host-answers.ts";
import { requireHosts } from "./host-checks.ts";
import type { SimulatedHost } from "./simulated-host.ts";

/** Options of {@link simulateNetwork}. */
export interface SimulatedNetworkOptions {
  /** All chance comes from it. @defaultValue 0 */
  readonly seed?: number;
  /** The hosts there are, by name; each answers on all ports. */
  readonly hosts: Readonly<Record<string, SimulatedHost>>;
}

/** One request that a simulated network has seen. */
export interface SimulatedRequest {
  /** When it came, as the clock of its call reads. */
  readonly at: number;
  readonly method: string;
  /** Without fragment. */
  readonly url: string;
  /** What it was answered; undefined where no head of a response was to come. */
  readonly status: number | undefined;
  /** What was to become of it where that is no response. */
  readonly error: HttpErrorCode | undefined;
}

/** Hosts that are asked in memory. */
export interface SimulatedNetwork extends Service<HttpRequest, HttpResponse> {
  /** What was asked, in order, whether or not somebody waited for the answer. */
  readonly requests: readonly SimulatedRequest[];
}

/**
 * A leaf of simulated hosts, so that a whole crawl runs in memory and in virtual time.
 *
 * Time is that of `context.clock`. Chance is not that of the context: what becomes of a request
 * depends on the seed, its URL and how often it was asked for, so that the order in which calls come
 * changes nothing; only `maxPerSecond` and `down` look at the time.
 * Failures are the `HttpError`s of the HTTP client: `dns` for a host that there is not, `connect`,
 * `connection_reset`, `truncated_body` with what had come, and `timeout` at the `timeoutMs` of the
 * request or the deadline of the call. A body is cut at the `maxBytes` of the request.
 * What cannot be sent is an `InvalidRequestError`, and is not seen by the network.
 * A call that aborts rejects with the reason at once.
 *
 * @example
 * ```ts
 * const network = simulateNetwork({
 *   seed: 7,
 *   hosts: { "shop.test": { pages: 100, latencyMs: [20, 80], failureRate: 0.05 } },
 * });
 * const stack = httpStack({ delayMs: 1000 }).service(network, { clock: new VirtualClock() });
 * ```
 */
export function simulateNetwork(options: SimulatedNetworkOptions): SimulatedNetwork {
  requireOptions("simulateNetwork", options, { seed: true, hosts: true });
  const { seed = 0, hosts } = options;
  requireSeed(seed);
  requireHosts(hosts);
  const answers = new Map(
    Object.entries(hosts).map(([name, host]) => [name, hostAnswers(seed, name, host)]),
  );
  const visits = new Map<string, number>();
  const requests: SimulatedRequest[] = [];

  const leaf = service<HttpRequest, HttpResponse>((request, context) => {
    context.throwIfAborted();
    const wire = wireRequest(request, "pagoda");
    const { method, origin, path } = wire;
    const at = context.clock.now();
    const url = origin + path;
    const asked = `${method} ${url}`;
    const visit = (visits.get(asked) ?? 0) + 1;
    visits.set(asked, visit);

    const chance = (purpose: string): number => draw(seed, asked, visit, purpose);
    const arrival = { request, method, path, visit, at, chance };
    const answer = answers.get(hostOf(requireUrl(url)))?.(arrival) ?? UNKNOWN_HOST;
    requests.push({ at, method, url, status: answer.content?.status, error: answer.failure });
    return deliver(answer, { request, wire }, context);
  });
  return { ...leaf, requests };
}

const UNKNOWN_HOST: Answer = { latencyMs: 0, failure: "dns" };

function requireSeed(seed: number): void {
  if (Number.isFinite(seed)) return;
  throw new RangeError(`Expected "seed" to be a number: got ${show(seed)}`);
}
