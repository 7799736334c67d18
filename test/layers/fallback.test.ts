import { getEventListeners } from "node:events";

import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";

import { concurrencyLimit } from "../../src/layers/concurrency-limit.ts";
import { fallback } from "../../src/layers/fallback.ts";
import { loadShed } from "../../src/layers/load-shed.ts";
import { timeout } from "../../src/layers/timeout.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { Context } from "../../src/service/context.ts";
import { NotNowError, RejectedError } from "../../src/service/errors.ts";
import { type Outcome, settle } from "../../src/service/outcome.ts";
import { service } from "../../src/service/service.ts";
import { fail, script, succeed } from "../../src/testing/script.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";
import { eventsDuring } from "../support/events.ts";
import { neverHanging } from "../support/never-hanging.ts";
import { untyped } from "../support/untyped.ts";

describe("fallback", () => {
  it("answers errors alone, by what came and what was asked, and passes all else by identity", async () => {
    const outcome = fc.oneof(fc.object().map(succeed<unknown>), fc.anything().map(fail));
    await fc.assert(
      fc.asyncProperty(outcome, fc.anything(), fc.boolean(), async (outcome, request, wanted) => {
        const asked: unknown[] = [];
        const spare: unknown = {};
        const stack = things
          .layer(
            fallback<unknown, unknown>((error, request) => (asked.push(error, request), spare), {
              when: (error, request) => (asked.push(error, request), wanted),
            }),
          )
          .service(script([outcome]));
        const end = await settle(stack.call(request));
        const answered = !outcome.ok && wanted;
        const given = outcome.ok ? [] : [outcome.error, request];
        expect(same(end, answered ? succeed(spare) : outcome)).toBe(true);
        expect(asked).toEqual(answered ? [...given, ...given] : given);
      }),
    );
  });

  it.each([new Error("down"), new RejectedError("never"), new NotNowError("busy")])(
    "answers any error where nothing is said: %s",
    async (error) => {
      const stack = texts.layer(fallback(() => "spare")).service(script([fail(error)]));
      expect(await stack.call("/")).toBe("spare");
    },
  );

  it("rejects with what the answer throws or rejects with, and with what `when` throws", async () => {
    const worse = new Error("worse");
    const broken = (): never => {
      throw worse;
    };
    for (const layer of [
      fallback<string, string>(broken),
      fallback<string, string>(() => Promise.reject(worse)),
      fallback<string, string>(() => "spare", { when: broken }),
    ]) {
      await expect(
        texts
          .layer(layer)
          .service(script([fail()]))
          .call("/"),
      ).rejects.toBe(worse);
    }
  });

  it("answers within the same call: its values, its deadline, its abort", async () => {
    const clock = new VirtualClock();
    const context = new Context({ clock, deadline: 50, startBy: 7 });
    const stack = ServiceBuilder.for<string, Context>()
      .layer(fallback((_error, _request, context) => context))
      .service(script([fail(), fail(new NotNowError("busy"))]));
    const { callId } = context;
    const failed = await stack.call("/", context);
    expect(failed).toMatchObject({ callId, clock, deadline: 50, startBy: Infinity });
    const refused = await stack.call("/", context);
    expect(refused).toMatchObject({ callId, clock, deadline: 50, startBy: 7 });
  });

  it("lets an answer wait after a call was sent, and not where one may not wait to start", async () => {
    const clock = new VirtualClock();
    const stack = texts
      .layer(loadShed())
      .layer(fallback((_error, _request, context) => waits(context)))
      .service(script([fail(), fail(new NotNowError("busy"))]), { clock, orderWarnings: false });
    expect(await clock.run(stack.call("/"))).toBe("spare");
    await expect(stack.call("/")).rejects.toThrow("the spare is busy");
  });

  it("keeps startBy where the time of a layer below ran out before the start, or nobody tells of one", async () => {
    const clock = new VirtualClock();
    const patience: number[] = [];
    const answer = (_error: unknown, _request: string, context: Context): string => {
      patience.push(context.startBy);
      return "spare";
    };
    const stack = texts
      .layer(fallback(answer))
      .layer(timeout(10))
      .layer(concurrencyLimit({ limit: 1 }))
      .service(hang, { clock });
    await clock.run(Promise.all([stack.call("/"), stack.call("/", { startWithinMs: 30 })]));
    const silent = texts.layer(fallback(answer)).toLayer()(service(() => Promise.reject("down")));
    await silent.call("/", new Context({ clock, startBy: 40 }));
    expect(patience).toEqual([Infinity, 30, 40]);
  });

  it("never answers a call that is aborted, and rejects with the reason", async () => {
    const answer = vi.fn<() => string>(() => "spare");
    const controller = new AbortController();
    const inner = texts.layer(fallback(answer)).toLayer()({
      call: async () => {
        controller.abort("stop");
        throw new Error("down");
      },
    });
    const context = new Context({ signal: controller.signal });
    await expect(inner.call("/", context)).rejects.toBe("stop");
    expect(answer).not.toHaveBeenCalled();
  });

  it("answers the timeout of a layer below, and not that of one above", async () => {
    const clock = new VirtualClock();
    const answer = vi.fn<() => string>(() => "spare");
    const below = texts.layer(fallback(answer)).layer(timeout(10)).service(hang, { clock });
    expect(await clock.run(below.call("/"))).toBe("spare");
    const above = texts.layer(timeout(10)).layer(fallback(answer)).service(hang, { clock });
    await expect(clock.run(above.call("/"))).rejects.toMatchObject({ code: "timeout" });
    expect(answer).toHaveBeenCalledOnce();
  });

  it("tells that it fell back, and from what", async () => {
    const down = new Error("down");
    const fine = fallback<string, string>(() => "spare", { when: (error) => error === down });
    const stack = texts.layer(fine).service(script([fail(down), fail(), succeed("page")]));
    const events = await eventsDuring(async () => {
      for (let n = 0; n < 3; n++) await settle(stack.call("/"));
    });
    const fell = events.filter(({ event }) => event === "fellBack");
    expect(fell).toMatchObject([{ layer: "fallback", detail: { error: down } }]);
  });

  it("refuses options that are none", () => {
    expect(() => fallback(untyped("spare"))).toThrow(
      new TypeError('Expected "answer" to be a function: got "spare"'),
    );
    expect(() => fallback(() => "", untyped({ when: true }))).toThrow(
      new TypeError('Expected "when" to be a function: got true'),
    );
    expect(() => fallback(() => "", untyped({ only: isNaN }))).toThrow('got "only"');
    expect(() => fallback(() => "", untyped(null))).toThrow("the options of fallback");
  });

  it("ends as what comes first says, begins no answer after an abort and leaves nothing", async () => {
    const fates = fc.array(
      fc.record({ fails: fc.boolean(), answerFails: fc.boolean(), aborts: fc.boolean() }),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fates,
        neverHanging(async (s, fates) => {
          const clock = new VirtualClock();
          const controllers = fates.map(() => new AbortController());
          const late: number[] = [];
          const stack = ServiceBuilder.for<number, string>()
            .layer(
              fallback(async (_error, n) => {
                if (controllers[n]?.signal.aborted) late.push(n);
                await s.schedule(Promise.resolve(), `answers ${n}`);
                if (fates[n]?.answerFails) throw new Error("worse");
                return "spare";
              }),
            )
            .service(
              async (n) => {
                await s.schedule(Promise.resolve(), `ends ${n}`);
                if (fates[n]?.fails) throw new Error("down");
                return "page";
              },
              { clock },
            );
          const ended = new Set<number>();
          const expected = fates.map(({ fails, answerFails }): string => {
            if (!fails) return "page";
            return answerFails ? "worse" : "spare";
          });
          const calls = fates.map(async (_, n) => {
            const signal = controllers[n]?.signal;
            const end = await settle(stack.call(n, { signal }));
            ended.add(n);
            return end.ok ? end.value : String(end.error).replace("Error: ", "");
          });
          fates.forEach(async ({ aborts }, n) => {
            if (!aborts) return;
            await s.schedule(Promise.resolve(), `aborts ${n}`);
            if (!ended.has(n)) expected[n] = "stop";
            controllers[n]?.abort("stop");
          });
          expect(await s.waitFor(Promise.all(calls))).toEqual(expected);
          await s.waitIdle();
          const hooks = controllers.flatMap(({ signal }) => getEventListeners(signal, "abort"));
          expect([late, hooks, clock.pending]).toEqual([[], [], 0]);
        }),
      ),
    );
  });
});

const texts = ServiceBuilder.for<string, string>();
const things = ServiceBuilder.for<unknown, unknown>();

/** Takes 10 ms, and is refused where it may not wait that long. */
async function waits(context: Context): Promise<string> {
  if (context.patienceMs() < 10) throw new NotNowError("the spare is busy");
  await context.sleep(10);
  return "spare";
}

function hang(): Promise<string> {
  return new Promise(() => {});
}

function same(one: Outcome<unknown>, other: Outcome<unknown>): boolean {
  if (one.ok) return other.ok && Object.is(one.value, other.value);
  return !other.ok && Object.is(one.error, other.error);
}
