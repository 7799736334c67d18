import { domainKey, type HttpRequest, HttpResponse } from "pagoda/http";
import {
  concurrencyLimit,
  httpRetry,
  PerDomainThrottle,
  perDomainRateLimit,
  retry,
  retryBudget,
} from "pagoda/layers";
import { ServiceBuilder, settle, type Stack } from "pagoda/service";
import { VirtualClock } from "pagoda/testing";

import { differs, firstOf, NotPlayed, playerOf, type Player, type Problem } from "../case.ts";

interface LimiterInput {
  readonly host?: string;
  readonly delayMs?: number;
  readonly requests?: number;
  readonly events?: readonly string[];
  /** Answers of hosts, such as `429 Retry-After: 5`, in order. The last repeats. */
  readonly hosts?: Readonly<Record<string, readonly string[]>>;
  readonly options?: { readonly maxRetries?: number; readonly retryBudget?: Budget };
  /** What every call is answered with. */
  readonly all_answers?: number;
  readonly concurrencyLimit?: number;
}

interface Budget {
  readonly ttlMs: number;
  readonly minPerSec: number;
  readonly ratio: number;
}

type Expected = Readonly<Record<string, unknown>>;

const limited: Player = playerOf<{ readonly input: LimiterInput; readonly expect: Expected }>(
  ({ input, expect }) => {
    if (input.hosts) return answered(input.hosts, input.options?.maxRetries ?? 2, expect);
    if (input.concurrencyLimit !== undefined)
      return freed(input.concurrencyLimit, input.events, expect);
    if (input.options?.retryBudget) return budgeted(input.options.retryBudget, input, expect);
    if (input.delayMs === undefined) throw new NotPlayed("a scenario that is not understood");
    if (input.events) return happened(input.delayMs, input.events, expect);
    return paced(input.delayMs, input.requests ?? 1, expect);
  },
);

const oneBucket: Player = playerOf<{
  readonly input: { readonly urls: readonly string[] };
  readonly expect: { readonly same_bucket: boolean };
}>(({ input, expect }) => {
  const keys = new Set(input.urls.map(domainKey));
  return differs([...keys].join(" and "), keys.size === 1, expect.same_bucket);
});

/** Players of the kinds `limiter` and `limiter.key`. */
export const limiterPlayers: Readonly<Record<string, Player>> = {
  limiter: limited,
  "limiter.key": oneBucket,
};

/** Calls that come at once start one by one. */
async function paced(delayMs: number, count: number, expect: Expected): Promise<Problem> {
  const host = new Host(delayMs, []);
  await host.clock.run(Promise.all(Array.from({ length: count }, () => settle(host.call()))));
  return startsDiffer(host.starts, expect["start_times_ms"], Number(expect["tolerance_ms"] ?? 0));
}

function startsDiffer(starts: readonly number[], expected: unknown, tolerance: number): Problem {
  const wanted: readonly unknown[] = Array.isArray(expected) ? expected : [];
  const far = wanted.some(
    (ms, at) => !(Math.abs((starts[at] ?? Infinity) - Number(ms)) <= tolerance),
  );
  return far || wanted.length > starts.length ? differs("starts", starts, expected) : undefined;
}

/** Calls by name come and are aborted at instants: `t=0 A`, `t=30 abort B`, `wall clock -3600 s`. */
async function happened(
  delayMs: number,
  events: readonly string[],
  expect: Expected,
): Promise<Problem> {
  const host = new Host(delayMs, []);
  const aborts = new Map<string, AbortController>();
  const calls: Promise<unknown>[] = [];
  for (const event of events) {
    const [, at, abort, name = ""] = /^t=(\d+) (abort )?(.*)$/.exec(event) ?? [];
    if (at === undefined) continue; // the wall clock is of no account in virtual time
    host.clock.advance(Number(at) - host.clock.now());
    if (abort === undefined) {
      const controller = new AbortController();
      aborts.set(name, controller);
      calls.push(settle(host.call(name, controller.signal)));
    } else aborts.get(name)?.abort();
    await host.clock.settle();
  }
  await host.clock.run(Promise.all(calls));
  const { second_start_ms: second, ...byName } = expect;
  return firstOf(
    second === undefined ? undefined : differs("second start", host.starts[1], second),
    ...Object.entries(byName).map(([name, ms]) => differs(name, host.startsByName.get(name), ms)),
  );
}

/** Each host gets as many requests as it has answers. */
async function answered(
  hosts: Readonly<Record<string, readonly string[]>>,
  maxRetries: number,
  expect: Expected,
): Promise<Problem> {
  const problems: Problem[] = [];
  for (const [name, answers] of Object.entries(hosts)) {
    const host = new Host(0, answers, maxRetries);
    await host.clock.run(settle(host.call()));
    const gaps = host.starts.slice(1).map((start, at) => start - (host.starts[at] ?? 0));
    const wanted = expect[name];
    const least = isRecord(wanted) ? Number(wanted["second_request_at_ms_min"] ?? 0) : 0;
    const most = Number(expect["requests_max"] ?? Infinity);
    problems.push(
      (host.starts[1] ?? Infinity) >= least ? undefined : differs("starts", host.starts, least),
      host.starts.length <= most ? undefined : differs("requests", host.starts.length, most),
      expect["delays_grow"] === true
        ? differs(
            "gaps grow",
            gaps,
            gaps.toSorted((a, b) => a - b),
          )
        : undefined,
    );
  }
  return firstOf(...problems);
}

/** Calls that all fail are repeated as far as the budget goes. */
async function budgeted(
  { ttlMs, minPerSec, ratio }: Budget,
  { all_answers: status = 500, requests = 1 }: LimiterInput,
  expect: Expected,
): Promise<Problem> {
  const clock = new VirtualClock();
  let attempts = 0;
  const budget = retryBudget<HttpRequest>({ ttlMs, minPerSecond: minPerSec, ratio });
  const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
    .layer(retry({ ...httpRetry({ limit: 3 }), budget }))
    .service(
      async ({ url }) => {
        attempts++;
        return new HttpResponse({ url, status });
      },
      { clock },
    );
  const calls = Array.from({ length: requests }, () =>
    settle(stack.call({ url: "http://a.test/" })),
  );
  await clock.run(Promise.all(calls));
  const most = Number(expect["total_attempts_max"] ?? Infinity);
  return attempts <= most ? undefined : differs("attempts", attempts, most);
}

/** A place comes back although the call that had it threw. */
async function freed(
  limit: number,
  events: readonly string[] = [],
  expect: Expected,
): Promise<Problem> {
  const clock = new VirtualClock();
  let calls = 0;
  const stack = ServiceBuilder.for<string, string>()
    .layer(concurrencyLimit({ limit }))
    .service(
      (name) => {
        calls++;
        if (events.some((event) => event.startsWith(`${name} `) && event.includes("throws"))) {
          throw new Error(`${name} throws`);
        }
        return Promise.resolve(name);
      },
      { clock },
    );
  const names = events.flatMap((event) => /^(\w+) starts/.exec(event)?.[1] ?? []);
  for (const name of names) await clock.run(settle(stack.call(name)));
  return differs(
    "run",
    calls === names.length ? "runs" : "does not run",
    expect[names.at(-1) ?? ""],
  );
}

/** A host behind a limiter in virtual time, and the instants at which it was asked. */
class Host {
  readonly clock = new VirtualClock();
  readonly starts: number[] = [];
  readonly startsByName = new Map<string, number>();
  readonly #stack: Stack<HttpRequest, HttpResponse>;

  constructor(minDelayMs: number, answers: readonly string[], limit = 0) {
    this.#stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
      .layer(retry(httpRetry({ limit })))
      .layer(perDomainRateLimit({ limiter: new PerDomainThrottle({ minDelayMs }) }))
      .service(
        async ({ url, meta }) => {
          const answer = answers[Math.min(this.starts.length, answers.length - 1)] ?? "200";
          this.starts.push(this.clock.now());
          if (typeof meta === "string") this.startsByName.set(meta, this.clock.now());
          return responseOf(url, answer);
        },
        { clock: this.clock, random: () => 0.5 },
      );
  }

  call(name?: string, signal?: AbortSignal): Promise<HttpResponse> {
    return this.#stack.call({ url: "http://a.test/", meta: name }, signal && { signal });
  }
}

function responseOf(url: string, answer: string): HttpResponse {
  const [, status = "200", header, value = ""] = /^(\d{3})(?: ([\w-]+): (.*))?/.exec(answer) ?? [];
  const headers = header === undefined ? {} : { [header]: value };
  return new HttpResponse({ url, status: Number(status), headers });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
