import { type HttpRequest, HttpResponse, toHttpError } from "pagoda/http";
import { circuitBreaker, consecutiveFailures, httpCircuitBreaker } from "pagoda/layers";
import { layerEvents, RejectedError, ServiceBuilder, type Stack } from "pagoda/service";
import { VirtualClock } from "pagoda/testing";

import { differs, firstOf, NotPlayed, playerOf, type Player } from "../case.ts";
import { codedFailure } from "./classify.ts";

interface BreakerOptions {
  readonly failures?: number;
  readonly openMs?: number;
  readonly halfOpenProbes?: number;
  readonly probeTimeoutMs?: number;
}

interface BreakerCase {
  readonly input: { readonly options?: BreakerOptions; readonly events: readonly string[] };
  /** What becomes of the calls at instants, as `t1500`, and the `state` at the end. */
  readonly expect: Readonly<Record<string, string>>;
}

const guarded: Player = playerOf<BreakerCase>(async ({ input, expect }) => {
  const host = new Host(input.options ?? {});
  layerEvents.subscribe(host.listen);
  for (const event of input.events) await host.play(event);
  layerEvents.unsubscribe(host.listen);
  return firstOf(
    ...Object.entries(expect).map(([key, expected]) =>
      differs(key, key === "state" ? host.state : host.endings.get(key), expected),
    ),
  );
});

/** Players of the kind `breaker`. */
export const breakerPlayers: Readonly<Record<string, Player>> = { breaker: guarded };

const STATES: Readonly<Record<string, string>> = {
  opened: "open",
  halfOpened: "half-open",
  closed: "closed",
};

/** What the host does with a call, by the words of an event. The first that fits counts. */
const behaviours: readonly (readonly [RegExp, (url: string) => Promise<HttpResponse>])[] = [
  [/\bnever settles\b/, () => new Promise<HttpResponse>(() => {})],
  [/\babort/, () => new Promise<HttpResponse>(() => {})],
  [/\btimeouts?\b/, () => Promise.reject(toHttpError(codedFailure("ETIMEDOUT")))],
  [/\bfail/, () => Promise.reject(toHttpError(codedFailure("ECONNREFUSED")))],
  [
    /\b(?:ok|success|succeeds|request)/,
    (url) => Promise.resolve(new HttpResponse({ url, status: 200 })),
  ],
];

/** A host behind a circuit breaker, in virtual time. */
class Host {
  readonly #clock = new VirtualClock();
  /** What became of the calls, by `t` and the instant. */
  readonly endings = new Map<string, string>();
  state = "closed";
  readonly #stack: Stack<HttpRequest, HttpResponse>;

  constructor({ failures = 5, openMs, halfOpenProbes, probeTimeoutMs }: BreakerOptions) {
    this.#stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
      .layer(
        circuitBreaker(
          httpCircuitBreaker({
            trip: consecutiveFailures(failures),
            ...(openMs !== undefined && { cooldownMs: openMs, maxCooldownMs: openMs }),
            ...(halfOpenProbes !== undefined && { probes: halfOpenProbes }),
            ...(probeTimeoutMs !== undefined && { probeTimeoutMs }),
          }),
        ),
      )
      .service(({ url, meta }) => behaviourOf(String(meta))(url), { clock: this.#clock });
  }

  readonly listen = (message: unknown): void => {
    const { layer, event }: { readonly layer: string; readonly event: string } = Object(message);
    if (layer === "circuitBreaker") this.state = STATES[event] ?? this.state;
  };

  /** Plays `3 failures`, `10 x caller abort`, `t=1001 probe fails` and the like. */
  async play(event: string): Promise<void> {
    const [, at, times = "1", words = ""] =
      /^(?:t=(\d+) )?(?:(\d+)(?: x)? )?(.*)$/.exec(event) ?? [];
    if (at !== undefined) this.#clock.advance(Number(at) - this.#clock.now());
    for (let n = 0; n < Number(times); n++) await this.#call(words, `t${this.#clock.now()}`);
  }

  async #call(words: string, instant: string): Promise<void> {
    const controller = new AbortController();
    const request = { url: "http://a.test/", meta: words };
    this.endings.set(instant, this.state === "closed" ? "passed" : "probe");
    const call = this.#stack.call(request, { signal: controller.signal });
    call.catch((error: unknown) => {
      if (error instanceof RejectedError) this.endings.set(instant, "rejected");
    });
    if (words.includes("abort")) controller.abort();
    await this.#clock.settle();
  }
}

function behaviourOf(words: string): (url: string) => Promise<HttpResponse> {
  const [status] = /\b\d{3}\b/.exec(words) ?? [];
  if (status !== undefined) return async (url) => new HttpResponse({ url, status: Number(status) });
  const behaviour = behaviours.find(([pattern]) => pattern.test(words));
  if (!behaviour) throw new NotPlayed(`in words that are not understood: ${words}`);
  return behaviour[1];
}
