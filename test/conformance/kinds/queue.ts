import {
  crawl,
  type CrawlRequest,
  type Lease,
  MemoryFrontier,
  request,
  type Settlement,
} from "pagoda/engine";
import { type HttpRequest, HttpResponse } from "pagoda/http";
import { ServiceBuilder } from "pagoda/service";
import { VirtualClock } from "pagoda/testing";

import { differs, firstOf, NotPlayed, type Player, playerOf, type Problem } from "../case.ts";

type Expected = Readonly<Record<string, unknown>>;

interface QueueCase {
  readonly input: { readonly ops: string | readonly string[] };
  readonly expect: Expected;
}

const queue: Player = playerOf<QueueCase>(({ input: { ops }, expect }) => {
  if (typeof ops !== "string") return scripted(ops, expect);
  if (/^for \d+ steps/.test(ops)) return aged(ops, expect);
  if (ops.includes("clear()")) return cleared(ops, expect);
  throw new NotPlayed("a scenario that is not understood");
});

const quick: Player = playerOf<{
  readonly input: { readonly handled: number; readonly pending: number };
  readonly expect: { readonly take_ms_p99_max: number };
}>(({ input: { handled, pending }, expect }) => {
  const frontier = new MemoryFrontier({ perHost: Infinity });
  for (let n = 0; n < handled; n++) frontier.add([request(`http://a.test/handled/${n}`)]);
  for (const lease of frontier.take(handled, 0)) frontier.settle(lease, { done: true });
  for (let n = 0; n < pending; n++) frontier.add([request(`http://a.test/pending/${n}`)]);
  const times = Array.from({ length: pending }, () => {
    const start = performance.now();
    frontier.take(1, 0);
    return performance.now() - start;
  });
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(pending * 0.99)] ?? 0;
  return p99 <= expect.take_ms_p99_max ? undefined : differs("p99 of take, ms", p99, expect);
});

/** Players of the kinds `queue` and `queue.perf`. */
export const queuePlayers: Readonly<Record<string, Player>> = { queue, "queue.perf": quick };

/** A queue, by names: `add u`, `add u p=5`, `take u`, `fail u (retry 1)`, `done u`, `drain`. */
class NamedQueue {
  readonly order: string[] = [];
  latest: CrawlRequest | undefined;
  readonly #frontier = new MemoryFrontier({ perHost: Infinity });
  readonly #leases = new Map<string, Lease>();

  do(act: string, name: string, number: number | undefined): Problem {
    if (act === "add") this.add(name, number);
    else if (act === "take") return differs("taken", this.take(), name);
    else if (act === "fail") this.#settle(name, { retryAt: 0, attempts: number ?? 1 });
    else if (act === "done") this.#settle(name, { done: true });
    else if (act === "drain") while (this.take() !== undefined);
    else throw new NotPlayed(`"${act}" is not understood`);
    return undefined;
  }

  add(name: string, priority = 0): void {
    this.#frontier.add([request(`http://a.test/${name}`, { priority })]);
  }

  take(): string | undefined {
    const [lease] = this.#frontier.take(1, 0);
    if (!lease) return undefined;
    this.latest = lease.request;
    const name = lease.request.url.slice("http://a.test/".length);
    this.#leases.set(name, lease);
    this.order.push(name);
    return name;
  }

  #settle(name: string, outcome: Settlement): void {
    const lease = this.#leases.get(name);
    if (!lease) throw new NotPlayed(`${name} was not taken`);
    this.#leases.delete(name);
    this.#frontier.settle(lease, outcome);
  }
}

const OP = /^(\w+)(?: (\w+))?(?: \(?(?:p=|retry )(-?\d+)\)?)?$/;

function scripted(ops: readonly string[], expect: Expected): Problem {
  const queue = new NamedQueue();
  const problems = ops.map((op) => {
    const [, act = op, name = "", number] = OP.exec(op) ?? [];
    return queue.do(act, name, number === undefined ? undefined : Number(number));
  });
  const known: Expected = { retry_count: queue.latest?.attempts, order: queue.order };
  const names = Object.keys(expect).filter((name) => name in known);
  return firstOf(...problems, ...names.map((name) => differs(name, known[name], expect[name])));
}

/** `for 10000 steps: add one p=10, take one; at step 0 add one p=0`. */
function aged(ops: string, expect: Expected): Problem {
  const [steps = 0, flow, first, low] = numbers(ops);
  const queue = new NamedQueue();
  let taken = Infinity;
  for (let step = 0; step < steps; step++) {
    if (step === first) queue.add("low", low);
    queue.add(`n${step}`, flow);
    if (queue.take() === "low") taken = step;
  }
  const within = Number(expect["low_taken_within_steps"]);
  return taken < within ? undefined : differs("low taken at step", taken, within);
}

/** `add 1000 tasks at concurrency 10, clear() in the middle, add 10 more, await idle`. */
async function cleared(ops: string, expect: Expected): Promise<Problem> {
  const [many = 0, concurrency = 1, more = 0] = numbers(ops);
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  const clock = new VirtualClock();
  const service = ServiceBuilder.for<HttpRequest, HttpResponse>().service(
    async ({ url }, context) => {
      await context.sleep(10);
      return new HttpResponse({ url, status: 200 });
    },
    { clock },
  );
  const options = { service, concurrency, perHost: concurrency, parse: () => [] };
  const first = crawl({ ...options, start: urls(many) });
  const ended = first.done();
  await clock.settle();
  await clock.run(first.stop());
  await ended;
  const second = await clock.run(crawl({ ...options, start: urls(more) }).done());
  await clock.settle();
  process.off("unhandledRejection", note);
  return firstOf(
    differs("done", second.pages === more && second.stopReason === "finished", expect["done"]),
    differs("unhandled rejections", unhandled.length, expect["unhandled_rejections"]),
  );
}

function urls(count: number): readonly string[] {
  return Array.from({ length: count }, (_, n) => `http://a.test/${n}`);
}

function numbers(text: string): readonly number[] {
  return (text.match(/-?\d+/g) ?? []).map(Number);
}
