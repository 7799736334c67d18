import { getEventListeners } from "node:events";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { coalesce } from "../../../src/layers/coalesce/coalesce.ts";
import { concurrencyLimit } from "../../../src/layers/concurrency-limit.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { Context } from "../../../src/service/context.ts";
import { NotNowError } from "../../../src/service/errors.ts";
import { settle } from "../../../src/service/outcome.ts";
import type { Handler } from "../../../src/service/service.ts";
import { startListener } from "../../../src/service/start-listener.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { neverHanging } from "../../support/never-hanging.ts";

describe("coalesce, whatever starts, ends, aborts or runs out of patience first", () => {
  it("ends each call as it asked to, and patient ones never for the haste of another", () =>
    race(({ wrong }) => expect(wrong).toEqual([])));

  it("has one call of a key at a time that somebody waits for", () =>
    race(({ most }) => expect(most).toBeLessThanOrEqual(1)));

  it("leaves neither a timer nor an abort hook", () =>
    race(({ residue }) => expect(residue).toBe(0)));
});

interface Seen {
  /** Callers that ended otherwise than they may. */
  readonly wrong: readonly number[];
  /** The most calls of a key that were under way at once. */
  readonly most: number;
  readonly residue: number;
}

interface Caller {
  readonly url: string;
  readonly startBy: number;
  readonly aborts: boolean;
}

const callers = fc.array(
  fc.record<Caller>({
    url: fc.constantFrom("/a", "/b"),
    startBy: fc.constantFrom(0, 5, 10, Infinity),
    aborts: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8, size: "max" },
);

async function race(check: (seen: Seen) => void): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      callers,
      neverHanging(async (s, callers) => {
        const clock = new VirtualClock();
        const controllers = callers.map(() => new AbortController());
        const running = new Map<string, number>();
        const sent = new Set<unknown>();
        const started = new Set<number>();
        let most = 0;
        const leaf: Handler<string, object> = async (url, context) => {
          const add = (count: number): void =>
            void running.set(url, (running.get(url) ?? 0) + count);
          add(1);
          most = Math.max(most, ...running.values());
          let counted = true;
          const end = (): void => {
            if (counted) add(-1);
            counted = false;
          };
          using _ = context.onAbort(end); // what all have left may go on
          await s.schedule(Promise.resolve(), "answers");
          end();
          const page = { url };
          sent.add(page);
          return page;
        };
        const stack = ServiceBuilder.for<string, object>()
          .layer(coalesce({ key: (url) => url }))
          .layer(concurrencyLimit({ limit: 1 }))
          .service(leaf, { clock });

        const calls = callers.map(async ({ url, startBy }, n) => {
          await s.schedule(Promise.resolve(), `call ${n}`);
          const { signal } = controllers[n] ?? {};
          const context = new Context({ clock, signal, startBy });
          return settle(
            stack.call(
              url,
              context.with(startListener, () => started.add(n)),
            ),
          );
        });
        callers.forEach(async ({ aborts }, n) => {
          if (!aborts) return;
          await s.schedule(Promise.resolve(), `abort ${n}`);
          controllers[n]?.abort(n);
        });
        const pass = async (): Promise<void> => clock.advance(5);
        const time = s.scheduleSequence([pass, pass, pass]);
        const ends = await s.waitFor(Promise.all(calls));
        await s.waitFor(time.task);
        await s.waitIdle();

        const isRight = ({ startBy, aborts }: Caller, n: number): boolean => {
          const end = ends[n];
          if (end?.ok) return sent.has(end.value) && started.has(n);
          if (end?.error instanceof NotNowError) return startBy < Infinity && !started.has(n);
          return aborts && end?.error === n;
        };
        const wrong = callers.flatMap((caller, n) => (isRight(caller, n) ? [] : [n]));
        const hooks = controllers.flatMap(({ signal }) => getEventListeners(signal, "abort"));
        check({ wrong, most, residue: clock.pending + hooks.length });
      }),
    ),
  );
}
