import { type Asked, type Content, hostPages } from "./host-pages.ts";
import type { Failure } from "./network-failure.ts";
import { RateGate } from "./rate-gate.ts";
import type { SimulatedHost } from "./simulated-host.ts";

/** One request as it reaches a host. */
export interface Arrival extends Asked {
  readonly at: number;
  /** Draws a number for one purpose, from 0 to 1, without 1. */
  readonly chance: (purpose: string) => number;
}

/** How an exchange ends. A body that is cut off is both: a failure with some content. */
type End =
  | { readonly failure?: undefined; readonly content: Content }
  | { readonly failure: Failure; readonly content?: Content };

/** What comes of a request, and how long that takes. */
export type Answer = End & { readonly latencyMs: number };

/** How a host answers, as its options say. */
export function hostAnswers(
  seed: number,
  name: string,
  host: SimulatedHost,
): (arrival: Arrival) => Answer {
  const gate = new RateGate(host.maxPerSecond ?? Infinity);
  const contentAt = hostPages(seed, name, host);

  const contentOf = (arrival: Arrival): Content => {
    const waitMs = gate.enter(arrival.at);
    return waitMs > 0 ? tooMany(waitMs) : (failedStatus(host, arrival) ?? contentAt(arrival));
  };
  return (arrival) => {
    const latencyMs = latencyOf(host, arrival);
    const failure = connectionFailure(host, arrival);
    if (failure) return { latencyMs, failure };
    const content = contentOf(arrival);
    return { latencyMs, ...cut(host, arrival, content) };
  };
}

/** In steps of a millisecond, so that instants are whole and sums of them exact. */
function latencyOf({ latencyMs = 0 }: SimulatedHost, { chance }: Arrival): number {
  if (typeof latencyMs === "number") return latencyMs;
  const [least, most] = latencyMs;
  const steps = Math.floor(chance("latency") * (most - least + 1));
  return Math.min(most, least + steps);
}

function connectionFailure(host: SimulatedHost, { at, chance }: Arrival): Failure | undefined {
  const { down = [], connectFailureRate = 0, resetRate = 0 } = host;
  if (down.some(([from, to]) => from <= at && at < to)) return "connect";
  if (chance("connect") < connectFailureRate) return "connect";
  return chance("reset") < resetRate ? "connection_reset" : undefined;
}

function tooMany(waitMs: number): Content {
  return { status: 429, headers: { "retry-after": String(Math.ceil(waitMs / 1000)) } };
}

function failedStatus(
  { failureRate = 0 }: SimulatedHost,
  { chance }: Arrival,
): Content | undefined {
  if (chance("failure") >= failureRate) return undefined;
  return { status: chance("status") < 0.5 ? 500 : 503 };
}

/** The content, or what comes of it where its connection ends before. */
function cut({ truncationRate = 0 }: SimulatedHost, { chance }: Arrival, content: Content): End {
  const whole = Buffer.from(content.body ?? "");
  if (whole.length === 0 || chance("truncation") >= truncationRate) return { content };
  const body = whole.subarray(0, Math.floor(chance("kept") * whole.length));
  return { content: { ...content, body, truncated: true }, failure: "truncated_body" };
}
