import { getEventListeners } from "node:events";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { Race } from "../../../src/layers/hedge/race.ts";
import { SupersededError } from "../../../src/layers/hedge/superseded-error.ts";
import { Context } from "../../../src/service/context.ts";
import { type Outcome, settle } from "../../../src/service/outcome.ts";
import { fail, succeed } from "../../../src/testing/script.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { neverHanging } from "../../support/never-hanging.ts";

describe("Race", () => {
  it("ends as the first success does, or as the first call where all have failed", () =>
    race((seen) => expect(seen.outcome).toEqual(endOf(seen.log).outcome)));

  it("tells which call has won, where one has", () =>
    race(({ log, won }) => {
      const { outcome } = endOf(log);
      expect(won).toEqual(outcome.ok ? [outcome.value] : []);
    }));

  it("aborts those that still run at its end, and nobody else", () =>
    race(({ log, reasons }) => {
      const end = endOf(log);
      const isAborted = log[end.at] === "abort";
      const running = (n: number): unknown => (end.running.has(n) ? "superseded" : undefined);
      expect(reasons).toEqual(reasons.map((_, n) => (isAborted ? "stop" : running(n))));
    }));

  it("lets nobody join after its end, and leaves neither timer nor hook", () =>
    race(({ log, late, residue }) => {
      expect(log.lastIndexOf("join")).toBeLessThan(endOf(log).at);
      expect(late).toBe(false);
      expect(residue).toBe(0);
    }));

  it("does not begin for a call that has been aborted", () => {
    const context = new Context({ signal: AbortSignal.abort("stop") });
    const ends = { resolve: () => {}, reject: () => {}, won: () => {} };
    expect(() => new Race(context, ends)).toThrow("stop");
  });
});

interface Seen {
  readonly outcome: Outcome<number>;
  /** What happened, in its order: "join", "3 succeeds", "3 fails", "abort". */
  readonly log: readonly string[];
  readonly won: readonly number[];
  /** Why each call that joined was aborted by the end, if it was; the code of an error. */
  readonly reasons: readonly unknown[];
  /** Whether what is asked for after the end is done. */
  readonly late: boolean;
  /** Timers and abort hooks that outlived the race. */
  readonly residue: number;
}

/** Lets calls join, end and be aborted in any order; those aborted go on to their end. */
async function race(check: (seen: Seen) => void): Promise<void> {
  const fates = fc.array(fc.constantFrom("succeeds", "fails"), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fates,
      fc.boolean(),
      neverHanging(async (s, fates, aborts) => {
        const event = (name: string): Promise<void> => s.schedule(Promise.resolve(), name);
        const clock = new VirtualClock();
        const controller = new AbortController();
        const { signal } = controller;
        const log: string[] = [];
        const won: number[] = [];
        const contexts: Context[] = [];
        const end = (n: number): Promise<number> =>
          event(`${n} ${fates[n]}`).then(() => {
            log.push(`${n} ${fates[n]}`);
            if (fates[n] === "succeeds") return n;
            throw new Error(`${n} fails`);
          });

        let late = false;
        let reasons: readonly unknown[] = [];
        const outcome = settle(
          new Promise<number>((resolve, reject) => {
            const over = (): void => {
              race.actLater(() => (late = true), 1);
              reasons = contexts.map(({ reason }) =>
                reason instanceof SupersededError ? reason.code : reason,
              );
            };
            const race = new Race<number>(new Context({ clock, signal }), {
              resolve(value) {
                resolve(value);
                queueMicrotask(over);
              },
              reject(error) {
                reject(error);
                queueMicrotask(over);
              },
              won: (n) => won.push(n),
            });
            const join = (n: number): void => {
              log.push("join");
              race.run((context) => {
                contexts.push(context);
                context.onAbort(() => {}); // and forgets to let go of it
                return end(n);
              });
              if (n + 1 < fates.length) race.actLater(() => join(n + 1), 10);
            };
            join(0);
          }),
        );
        for (const _ of fates) void event("time passes").then(() => clock.advance(10));
        if (aborts) {
          const abort = (): void => {
            log.push("abort");
            controller.abort("stop");
          };
          void event("abort").then(abort);
        }
        await s.waitIdle();
        const residue = clock.pending + getEventListeners(signal, "abort").length;
        check({ outcome: await outcome, log, won, reasons, late, residue });
      }),
    ),
  );
}

interface End {
  readonly outcome: Outcome<number>;
  /** At which place in the log. */
  readonly at: number;
  readonly running: ReadonlySet<number>;
}

/** The end of a race, read from its log. */
function endOf(log: readonly string[]): End {
  const running = new Set<number>();
  let joined = 0;
  for (const [at, event] of log.entries()) {
    const n = Number.parseInt(event, 10);
    if (event === "join") running.add(joined++);
    if (event === "abort") return { outcome: fail("stop"), at, running };
    if (!running.delete(n)) continue;
    if (event.endsWith("succeeds")) return { outcome: succeed(n), at, running };
    if (running.size === 0) return { outcome: fail(new Error("0 fails")), at, running };
  }
  throw new Error(`The race has no end: ${log.join(", ")}`);
}
