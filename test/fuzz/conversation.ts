import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";

import { httpClient } from "../../src/http/client/client.ts";
import { HttpError } from "../../src/http/errors.ts";
import type { HttpRequest, HttpResponse } from "../../src/http/message.ts";
import { type Clock, systemClock } from "../../src/service/clock.ts";
import { Context } from "../../src/service/context.ts";
import { type Outcome, settle } from "../../src/service/outcome.ts";
import type { Service } from "../../src/service/service.ts";
import { Chance } from "./chance.ts";
import { HostileServer } from "./hostile-server.ts";
import { codeOf, complaint, leavesRest } from "./judge.ts";
import { anyPlan, type Plan } from "./plan.ts";

/** What came of a conversation. */
export interface Told {
  /** How each exchange ended, in a word. */
  readonly codes: readonly string[];
  /** What was wrong, in which exchange; undefined where nothing was. */
  readonly fault: string | undefined;
}

type Client = Service<HttpRequest, HttpResponse> & AsyncDisposable;

/**
 * Lets a client of its own make one to three exchanges with a hostile server, by a seed.
 *
 * Between them it asks for something plain, which no leftover of an exchange may spoil. In the end
 * nothing is left of the client.
 */
export async function converse(seed: number, n: number): Promise<Told> {
  const chance = new Chance(seed, n);
  const maxBytes = chance.oneOf(1000, 64 * 1024, 256 * 1024);
  await using server = await HostileServer.open();
  const timers = new CountedTimers();
  await using client = httpClient({ maxBytes, timeoutMs: LONG_MS });
  const plans = Array.from({ length: chance.oneOf(1, 1, 2, 3) }, () => anyPlan(chance));
  const codes: string[] = [];
  for (const [at, plan] of plans.entries()) {
    const told = await exchange({ client, server, timers, maxBytes }, plan);
    codes.push(told.code);
    if (told.fault) return { codes, fault: `${plan.words}: ${told.fault} (exchange ${at})` };
  }
  await client[Symbol.asyncDispose]();
  const left = await within(server.closed());
  const fault = left === HUNG ? `${server.open} connections stay open` : undefined;
  return { codes, fault: fault && `${plans.map(({ words }) => words).join("; ")}: ${fault}` };
}

const LONG_MS = 30_000;
/** When something counts as hung. */
const HUNG_MS = 40_000;
const HUNG = Symbol("hung");

interface Parties {
  readonly client: Client;
  readonly server: HostileServer;
  readonly timers: CountedTimers;
  readonly maxBytes: number;
}

async function exchange(
  parties: Parties,
  plan: Plan,
): Promise<{ code: string; fault?: string | undefined }> {
  const { client, server, timers, maxBytes } = parties;
  server.plan = plan;
  const controller = new AbortController();
  const url = `${server.origin}/hostile`;
  const reason = new Error("The caller gave up");
  const ask = (): Promise<Outcome<HttpResponse>> =>
    settle(
      client.call(
        { url, ...plan.request },
        new Context({ clock: timers, signal: controller.signal }),
      ),
    );
  const asked = within(fresh(ask));
  await abortAfter(plan.abortAfter, controller, reason);
  const outcome = await asked;
  if (outcome === HUNG) return { code: "hung", fault: "did not settle" };
  const ending = { outcome, aborted: controller.signal.aborted ? reason : undefined, maxBytes };
  const code = codeOf(ending);
  const fault = complaint(plan, ending);
  if (fault) return { code, fault };
  if (timers.count > 0) return { code, fault: `${timers.count} timers are left` };
  const hooks = getEventListeners(controller.signal, "abort").length;
  if (hooks > 0) return { code, fault: `${hooks} listeners of the signal are left` };
  if (leavesRest(plan, ending) && (await within(server.closed())) === HUNG) {
    return { code, fault: "the connection stays open" };
  }
  if (!plan.hasty) await within(server.played());
  server.plan = undefined;
  return { code, fault: await plainly(parties) };
}

/** Asks for something plain. */
async function plainly({ client, server, timers }: Parties): Promise<string | undefined> {
  const word = `plain-${Math.random()}`;
  const url = `${server.origin}/plain/${word}`;
  const outcome = await within(
    fresh(() => settle(client.call({ url }, new Context({ clock: timers })))),
  );
  if (outcome === HUNG) return "the next request did not settle";
  if (!outcome.ok) return `the next request failed: ${String(outcome.error)}`;
  const { status, text } = outcome.value;
  return status === 200 && text === word ? undefined : `the next request got ${status} ${text}`;
}

/** Asks again where a connection was closed while it was idle, as whoever repeats requests would. */
async function fresh(ask: () => Promise<Outcome<HttpResponse>>): Promise<Outcome<HttpResponse>> {
  for (let times = 0; times < 3; times++) {
    const outcome = await ask();
    const isStale =
      !outcome.ok &&
      outcome.error instanceof HttpError &&
      outcome.error.code === "connection_reset" &&
      outcome.error.reusedConnection;
    if (!isStale) return outcome;
  }
  return ask();
}

async function abortAfter(
  turns: number,
  controller: AbortController,
  reason: Error,
): Promise<void> {
  if (turns === Infinity) return;
  for (let left = turns; left > 0; left--) await setImmediate();
  controller.abort(reason);
}

async function within<T>(work: Promise<T>): Promise<T | typeof HUNG> {
  let timer: NodeJS.Timeout | undefined;
  const hung = new Promise<typeof HUNG>((resolve) => (timer = setTimeout(resolve, HUNG_MS, HUNG)));
  try {
    return await Promise.race([work, hung]);
  } finally {
    clearTimeout(timer);
  }
}

/** The clock of the system, which knows of how many timers it is waited for. */
class CountedTimers implements Clock {
  count = 0;

  now(): number {
    return systemClock.now();
  }

  wallMs(): number {
    return systemClock.wallMs();
  }

  timer(fn: () => void, ms: number): Disposable {
    let isRunning = true;
    const end = (): void => {
      if (isRunning) this.count--;
      isRunning = false;
    };
    this.count++;
    const timer = systemClock.timer(() => {
      end();
      fn();
    }, ms);
    return {
      [Symbol.dispose]: () => {
        end();
        timer[Symbol.dispose]();
      },
    };
  }
}
