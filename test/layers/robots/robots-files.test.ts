import { getEventListeners } from "node:events";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { RobotsDisallowedError } from "../../../src/http/errors.ts";
import type { HttpResponse } from "../../../src/http/message.ts";
import { RobotsPendingError } from "../../../src/layers/robots/robots-pending-error.ts";
import { Context } from "../../../src/service/context.ts";
import { type Outcome, settle } from "../../../src/service/outcome.ts";
import { startListener } from "../../../src/service/start-listener.ts";
import type { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { internet, rules } from "../../support/internet.ts";
import { neverHanging } from "../../support/never-hanging.ts";

const file = "https://shop.test/robots.txt";
const open = "https://shop.test/open";
const hidden = "https://shop.test/private";
const HOUR = 3_600_000;

describe("RobotsFiles", () => {
  describe("while the file is on its way", () => {
    it("asks for it once, however many wait", async () => {
      const web = internet({ [file]: rules("Disallow: /private") }, {}, 100);
      const calls = Array.from({ length: 20 }, (_, n) => web.start(n % 2 ? open : hidden));
      await web.clock.run(Promise.allSettled(calls));
      expect(web.asked.filter((url) => url === file)).toHaveLength(1);
      expect(web.asked.filter((url) => url === hidden)).toEqual([]);
    });

    it("refuses at once a call that would not wait, which passes when the rules are ready", async () => {
      const web = internet({ [file]: rules() }, {}, 100);
      const error: unknown = await web.start(open, { startWithinMs: 0 }).catch((e: unknown) => e);
      expect(error).toBeInstanceOf(RobotsPendingError);
      expect(web.clock.now()).toBe(0);
      if (error instanceof RobotsPendingError) await web.clock.run(error.ready ?? never());
      expect(await web.get(open, { startWithinMs: 0 })).toMatchObject({ status: 200 });
      expect(web.asked).toEqual([file, open]);
    });

    it("refuses a call as its patience ends", async () => {
      const web = internet({ [file]: rules() }, {}, 100);
      await expect(web.get(open, { startWithinMs: 30 })).rejects.toBeInstanceOf(RobotsPendingError);
      expect(web.clock.now()).toBe(30);
    });

    it("goes on for the others when the call that wanted it first aborts", async () => {
      const web = internet({ [file]: rules() }, {}, 100);
      const controller = new AbortController();
      const first = web.start(open, { signal: controller.signal });
      const second = web.start(open);
      controller.abort("stop");
      await expect(first).rejects.toBe("stop");
      expect(await web.clock.run(second)).toMatchObject({ status: 200 });
      expect(web.asked).toEqual([file, open]);
    });

    it("gives it up when the stack closes", async () => {
      const web = internet({ [file]: rules() }, {}, Infinity);
      await settle(web.start(open, { startWithinMs: 0 }));
      await web.stack[Symbol.asyncDispose]();
      expect(web.aborted).toEqual([file]);
    });

    it("serves each call as its own patience says, whatever ends first", () =>
      race(({ ends, expected }) => expect(ends).toEqual(expected)));

    it("asks for the file once and for nothing hidden, whatever ends first", () =>
      race(({ asked }) => {
        expect(asked.filter((url) => url === file)).toHaveLength(1);
        expect(asked).not.toContain(hidden);
      }));

    it("leaves no timer and no listener, whatever ends first", () =>
      race(({ residue }) => expect(residue).toBe(0)));

    it("does not say that the call has started", async () => {
      const web = internet({ [file]: rules() });
      const started: string[] = [];
      const context = new Context({ clock: web.clock });
      await web.clock.run(
        web.stack.call(
          { url: open },
          context.with(startListener, () => started.push(web.asked.join())),
        ),
      );
      expect(started).toEqual([file]);
    });
  });

  describe("remembering", () => {
    it("keeps rules for 24 hours", async () => {
      const web = internet({ [file]: rules() });
      await web.get(open);
      web.clock.advance(24 * HOUR - 1);
      await web.get(open);
      expect(web.asked.filter((url) => url === file)).toHaveLength(1);
      web.clock.advance(1);
      await web.get(open);
      expect(web.asked.filter((url) => url === file)).toHaveLength(2);
    });

    it("keeps a failure for 5 minutes", async () => {
      const web = internet(
        { [file]: (n) => (n === 0 ? { status: 500 } : rules()) },
        { retries: 0 },
      );
      await settle(web.get(open));
      web.clock.advance(299_999);
      await expect(web.get(open)).rejects.toBeInstanceOf(RobotsDisallowedError);
      web.clock.advance(1);
      expect(await web.get(open)).toMatchObject({ status: 200 });
    });

    it("keeps rules that cannot be read anew", async () => {
      const gone = { status: 500 };
      const web = internet({ [file]: (n) => (n === 0 ? rules("Disallow: /private") : gone) });
      await web.get(open);
      web.clock.advance(24 * HOUR);
      expect(await web.get(open)).toMatchObject({ status: 200 });
      await expect(web.get(hidden)).rejects.toBeInstanceOf(RobotsDisallowedError);
    });

    it("forgets the origin unused for longest when there are too many", async () => {
      const web = internet({}, { maxOrigins: 2 });
      for (const host of ["a", "b", "a", "c", "a", "b"]) await web.get(`https://${host}.test/`);
      const files = web.asked.filter((url) => url.endsWith("/robots.txt"));
      expect(files.map((url) => url.charAt(8)).join("")).toBe("abcb");
    });
  });
});

function never(): Promise<void> {
  return new Promise(() => {});
}

interface Fate {
  readonly comesAt: number;
  readonly patienceMs: number;
  readonly abortsAfterMs: number;
  readonly isHidden: boolean;
}

interface Seen {
  readonly asked: readonly string[];
  /** How the calls ended, and how they had to. */
  readonly ends: readonly unknown[];
  readonly expected: readonly string[];
  /** Timers and abort listeners that outlived the calls. */
  readonly residue: number;
}

/** Lets calls come, abort and run out of patience in any order. No two of these share an instant. */
async function race(check: (seen: Seen) => void): Promise<void> {
  const fate: fc.Arbitrary<Fate> = fc.record({
    comesAt: fc.nat(8).map((n) => 10 * n),
    patienceMs: fc.oneof(
      fc.nat(8).map((n) => 10 * n + 2),
      fc.constant(Infinity),
    ),
    abortsAfterMs: fc.oneof(
      fc.nat(12).map((n) => 10 * n + 7),
      fc.constant(Infinity),
    ),
    isHidden: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fate, { minLength: 1, maxLength: 8 }),
      neverHanging(async (fates) => {
        const web = internet({ [file]: rules("Disallow: /private") }, {}, 55);
        const controllers = fates.map(() => new AbortController());
        const calls = fates.map(async (fate, n) => {
          const { signal } = controllers[n] ?? new AbortController();
          await until(web.clock, fate.comesAt);
          web.clock.timer(() => controllers[n]?.abort("stop"), fate.abortsAfterMs);
          const { patienceMs: startWithinMs, isHidden } = fate;
          return settle(web.start(isHidden ? hidden : open, { signal, startWithinMs }));
        });
        const outcomes = await web.clock.run(Promise.all(calls));

        const landsAt = Math.min(...fates.map(({ comesAt }) => comesAt)) + 55;
        await web.clock.run(until(web.clock, 1000));
        const hooks = controllers.flatMap(({ signal }) => getEventListeners(signal, "abort"));
        check({
          asked: web.asked,
          ends: outcomes.map(nameOf),
          expected: fates.map((fate) => endOf(fate, landsAt)),
          residue: web.clock.pending + hooks.length,
        });
      }),
    ),
  );
}

/** How a call must end where the file lands at that instant. */
function endOf({ comesAt, patienceMs, abortsAfterMs, isHidden }: Fate, landsAt: number): string {
  const waitMs = Math.max(0, landsAt - comesAt);
  const isPatient = patienceMs >= waitMs;
  const endsAfterMs = isPatient ? waitMs + (isHidden ? 0 : 55) : patienceMs;
  if (abortsAfterMs < endsAfterMs) return "stop";
  if (!isPatient) return "RobotsPendingError";
  return isHidden ? "RobotsDisallowedError" : "served";
}

function nameOf(outcome: Outcome<HttpResponse>): unknown {
  if (outcome.ok) return "served";
  return outcome.error instanceof Error ? outcome.error.name : outcome.error;
}

function until(clock: VirtualClock, instant: number): Promise<void> {
  return new Promise((resolve) => clock.timer(resolve, Math.max(0, instant - clock.now())));
}
