import type { Arbitrary, default as FastCheck } from "fast-check";

/** Asks for a turn. */
export interface Come {
  readonly act: "come";
  readonly domain: string;
  /** How long it is willing to wait. */
  readonly patienceMs: number;
  /** Which of its two ends says so. */
  readonly by: "startBy" | "deadline";
  /** Whether it has been aborted when it comes. */
  readonly aborted: boolean;
}

/** Aborts a call: of those that came, the latest but `back`. */
export interface Abort {
  readonly act: "abort";
  readonly back: number;
}

/** Reports how a request ended, where it has started: of those that came, the latest but `back`. */
export interface Report {
  readonly act: "report";
  readonly back: number;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
}

/** Tells the crawl-delay of a domain. */
export interface CrawlDelay {
  readonly act: "crawl-delay";
  readonly domain: string;
  readonly delayMs: number;
}

/** What happens to a limiter, so long after the step before. */
export type Step = { readonly afterMs: number } & (Come | Abort | Report | CrawlDelay);

/** The most steps of a schedule. */
const LONGEST = 30;

/** Draws schedules. Calls are told by their number, so that a schedule with some left out is one too. */
export function limiterSchedules(
  fc: typeof FastCheck,
  crawlDelay: boolean,
): Arbitrary<readonly Step[]> {
  const afterMs = fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.nat(150) },
    fc.nat(3_000),
    fc.nat(3_600_000),
  );
  const domain = fc.constantFrom("a.test", "a.test", "b.test");
  const come: Arbitrary<Step> = fc.record({
    afterMs,
    act: fc.constant("come"),
    domain,
    patienceMs: patience(fc),
    by: fc.constantFrom("startBy", "deadline"),
    aborted: fc.nat(9).map((n) => n === 9),
  });
  const abort: Arbitrary<Step> = fc.record({ afterMs, act: fc.constant("abort"), back: fc.nat(3) });
  const report: Arbitrary<Step> = fc.record({
    afterMs,
    act: fc.constant("report"),
    back: fc.nat(4),
    status: fc.constantFrom(200, 200, 304, 404, 429, 500, 503, undefined),
    retryAfterMs: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fc.nat(5_000)),
  });
  const delay: Arbitrary<Step> = fc.record({
    afterMs,
    act: fc.constant("crawl-delay"),
    domain,
    delayMs: fc.oneof(fc.constant(0), fc.nat(2_000)),
  });
  const step = fc.oneof(
    { weight: 8, arbitrary: come },
    { weight: 2, arbitrary: abort },
    { weight: 3, arbitrary: report },
    ...(crawlDelay ? [{ weight: 1, arbitrary: delay }] : []),
  );
  return fc.array(step, { maxLength: LONGEST, size: "max" });
}

/** None, some or endless. The fraction keeps the end of a wait apart from the turns of others. */
function patience(fc: typeof FastCheck): Arbitrary<number> {
  const some = fc.oneof(fc.nat(300), fc.nat(10_000)).map((ms) => ms + 0.3);
  return fc.oneof(fc.constant(Infinity), fc.constant(0), some);
}

/** A schedule in lines for a reader. */
export function scheduleLines(steps: readonly Step[]): readonly string[] {
  let at = 0;
  let calls = 0;
  return steps.map((step) => {
    at += step.afterMs;
    const told = step.act === "come" ? `call ${calls++} ${came(step)}` : toldOf(step, calls);
    return `at ${at} ms: ${told}`;
  });
}

function came({ domain, patienceMs, by, aborted }: Come): string {
  const end = patienceMs === Infinity ? "with no end" : `with ${by} in ${patienceMs} ms`;
  return `comes for ${domain} ${end}${aborted ? ", aborted already" : ""}`;
}

function toldOf(step: Abort | Report | CrawlDelay, calls: number): string {
  if (step.act === "crawl-delay") return `crawl-delay of ${step.domain} is ${step.delayMs} ms`;
  const call = `call ${Math.max(0, calls - 1 - step.back)}`;
  if (step.act === "abort") return `${call} aborts`;
  const { status = "nothing", retryAfterMs } = step;
  const wish = retryAfterMs === undefined ? "" : `, Retry-After ${retryAfterMs} ms`;
  return `the request of ${call} was answered ${status}${wish}, if it had started`;
}
