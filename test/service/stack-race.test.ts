import { getEventListeners } from "node:events";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { ServiceBuilder } from "../../src/service/builder.ts";
import { ClosedError, TimeoutError } from "../../src/service/errors.ts";
import type { Handler } from "../../src/service/service.ts";
import type { Stack, StackOptions } from "../../src/service/stack.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";
import { neverHanging } from "../support/never-hanging.ts";

describe("A call", () => {
  it("ends at once as what comes first says, and reaches the leaf only before that", () =>
    race((seen) => {
      expect(seen.ends).toEqual(seen.decisions);
      expect(seen.lateStarts).toEqual([]);
      expect(seen.tardy).toEqual([]);
    }));

  it("leaves no timer and no listener, whatever ends, aborts or closes first", () =>
    race((seen) => expect(seen.residue).toBe(0)));
});

interface Seen {
  /** How each call ended, and how the first event that decides had it end. */
  readonly ends: unknown;
  readonly decisions: unknown;
  /** Calls that reached the leaf although they had been decided. */
  readonly lateStarts: readonly number[];
  /** Calls that had not ended right after they were decided. */
  readonly tardy: readonly number[];
  readonly residue: number;
}

const fates = fc.array(
  fc.record({
    leaf: fc.constantFrom("answers", "fails", "throws"),
    aborts: fc.boolean(),
    times: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8, size: "max" },
);

/** Lets calls come, end, abort and time out, and a stack close, in any order. */
async function race(check: (seen: Seen) => void): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fates,
      fc.boolean(),
      neverHanging(async (s, fates, closes) => {
        const event = (name: string): Promise<void> => s.schedule(Promise.resolve(), name);
        const clock = new VirtualClock();
        const controllers = fates.map(() => new AbortController());
        const decisions = new Map<number, string>();
        const ends = new Map<number, string>();
        const underWay = new Set<number>();
        const lateStarts: number[] = [];
        const tardy: number[] = [];
        let closed = false;

        const decide = (n: number, how: string): void => {
          if (underWay.delete(n)) decisions.set(n, how);
        };
        const checkPrompt = async (): Promise<void> => {
          for (let turn = 0; turn < 5; turn++) await Promise.resolve();
          for (const n of decisions.keys()) if (!ends.has(n)) tardy.push(n);
        };
        const stack = over<number, string>(
          (n) => {
            if (!underWay.has(n)) lateStarts.push(n);
            if (fates[n]?.leaf === "throws") {
              decide(n, "throws");
              throw new Error("throws");
            }
            return event(`end ${n}`).then(() => {
              const how = fates[n]?.leaf ?? "";
              decide(n, how);
              if (how === "fails") throw new Error(how);
              return how;
            });
          },
          { clock, drainMs: 12.5 },
        );

        const calls = fates.map(async ({ times }, n) => {
          const { signal } = controllers[n] ?? new AbortController();
          await event(`call ${n}`);
          underWay.add(n);
          if (closed) decide(n, "closed");
          if (signal.aborted) decide(n, "aborted");
          if (times) clock.timer(() => decide(n, "timeout"), 10);
          const call = stack.call(n, { signal, ...(times && { timeoutMs: 10 }) });
          ends.set(n, await call.catch(nameOf));
        });
        controllers.forEach(async (controller, n) => {
          if (!fates[n]?.aborts) return;
          await event(`abort ${n}`);
          decide(n, "aborted");
          controller.abort(new Error("aborted"));
          await checkPrompt();
        });
        const time = s.scheduleSequence(
          Array.from({ length: 4 }, () => async () => {
            clock.advance(5);
            await checkPrompt();
          }),
        ).task;
        const close = async (): Promise<void> => {
          await event("close");
          closed = true;
          clock.timer(() => [...underWay].forEach((n) => decide(n, "closed")), 12.5);
          await stack[Symbol.asyncDispose]();
        };
        const closing = closes ? close() : undefined;
        await s.waitFor(Promise.all([...calls, time]));
        clock.advance(100);
        await s.waitFor(Promise.resolve(closing));
        await s.waitIdle();
        clock.advance(100);

        const listeners = controllers.flatMap(({ signal }) => getEventListeners(signal, "abort"));
        const residue = clock.pending + listeners.length;
        check({ ends, decisions, lateStarts, tardy, residue });
      }),
    ),
  );
}

function nameOf(error: unknown): string {
  if (error instanceof TimeoutError || error instanceof ClosedError) return error.code;
  return error instanceof Error ? error.message : String(error);
}

function over<Req, Res>(leaf: Handler<Req, Res>, options?: StackOptions): Stack<Req, Res> {
  return ServiceBuilder.for<Req, Res>().service(leaf, options);
}
