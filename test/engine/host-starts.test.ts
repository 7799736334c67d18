import { describe, expect, it } from "vitest";

import { MemoryFrontier } from "../../src/engine/frontier/memory-frontier.ts";
import { HostStarts } from "../../src/engine/host-starts.ts";
import { request } from "../../src/engine/page/crawl-request.ts";
import { RateLimitedError } from "../../src/layers/rate-limit/rate-limited-error.ts";
import { Context } from "../../src/service/context.ts";
import { NotNowError, type NotNowOptions } from "../../src/service/errors.ts";
import { startListener } from "../../src/service/start-listener.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";

describe("HostStarts", () => {
  it("leaves a host alone that was never refused", () => {
    const { starts, context, takeable } = setUp();
    expect(starts.begin("a.test", context)).toBe(context);
    expect([starts.isStarting("a.test"), takeable("a.test")]).toEqual([false, true]);
  });

  it("asks a host that was refused one call at a time, the next when one has started or ended", () => {
    const { starts, context, refuse, clock, takeable } = setUp();
    refuse("a.test", { retryAt: 10 });
    clock.advance(10);
    const first = starts.begin("a.test", context);
    expect([starts.isStarting("a.test"), takeable("a.test")]).toEqual([true, false]);
    first.get(startListener)?.();
    expect([starts.isStarting("a.test"), takeable("a.test")]).toEqual([false, true]);
    starts.begin("a.test", context);
    expect(takeable("a.test")).toBe(false);
    starts.end("a.test");
    expect(takeable("a.test")).toBe(true);
  });

  it("asks a host freely again when a hundred of its calls have started, and none was refused", () => {
    const { starts, context, refuse } = setUp();
    const isFreely = (): boolean => starts.begin("a.test", context) === context;
    const start = (calls: number): void => {
      for (let n = 0; n < calls; n++) starts.begin("a.test", context).get(startListener)?.();
    };
    refuse("a.test", {});
    start(99);
    expect(isFreely()).toBe(false);
    refuse("a.test", {});
    start(99);
    expect(isFreely()).toBe(false);
    starts.end("a.test");
    expect(isFreely()).toBe(true);
  });

  it("holds a host again that something else let go while its call starts", () => {
    const { starts, context, refuse, frontier, takeable } = setUp();
    refuse("a.test", {});
    starts.begin("a.test", context);
    frontier.hold("a.test", -Infinity);
    expect(starts.isStarting("a.test")).toBe(true);
    expect(takeable("a.test")).toBe(false);
  });

  it("holds a host until retryAt", () => {
    const { refuse, clock, takeable } = setUp();
    refuse("a.test", { retryAt: 10 });
    expect([takeable("a.test"), takeable("b.test")]).toEqual([false, true]);
    clock.advance(9);
    expect(takeable("a.test")).toBe(false);
    clock.advance(1);
    expect(takeable("a.test")).toBe(true);
  });

  it("holds a host until it is ready, even if that promise breaks its word", async () => {
    const never = new Error("never");
    for (const settle of [() => Promise.resolve(), () => Promise.reject(never)]) {
      const { refuse, clock, takeable } = setUp();
      refuse("a.test", { ready: settle() });
      clock.advance(500);
      expect(takeable("a.test")).toBe(false);
      await clock.settle();
      expect(takeable("a.test")).toBe(true);
    }
  });

  it("holds a host that was told both until whichever is first", async () => {
    const { refuse, clock, takeable } = setUp();
    refuse("a.test", { retryAt: 10, ready: new Promise(() => {}) });
    refuse("b.test", { retryAt: 1000, ready: Promise.resolve() });
    clock.advance(9);
    expect([takeable("a.test"), takeable("b.test")]).toEqual([false, false]);
    await clock.settle();
    expect([takeable("a.test"), takeable("b.test")]).toEqual([false, true]);
    clock.advance(1);
    expect(takeable("a.test")).toBe(true);
  });

  it("lets go of nothing any more when the crawl has ended", async () => {
    const { refuse, scope, clock, takeable } = setUp();
    refuse("a.test", { ready: Promise.resolve() });
    scope.abort("end");
    await clock.settle();
    clock.advance(500);
    expect(takeable("a.test")).toBe(false);
  });

  it("holds a host that was told nothing until its own call ends, or one when it has waited longest", () => {
    const { refuse, starts, takeable } = setUp();
    for (const host of ["a.test", "b.test", "c.test"]) refuse(host, {});
    const free = (): readonly boolean[] => ["a.test", "b.test", "c.test"].map(takeable);
    expect(free()).toEqual([false, false, false]);
    starts.end("c.test");
    expect(free()).toEqual([true, false, true]);
    starts.end("d.test");
    expect(free()).toEqual([true, true, true]);
  });

  it.each([{}, { retryAt: Infinity }])(
    "asks again before long after %j where no other call can end",
    (options) => {
      const { refuse, clock, takeable } = setUp();
      refuse("a.test", options, true);
      expect(takeable("a.test")).toBe(false);
      clock.advance(100);
      expect(takeable("a.test")).toBe(true);
    },
  );

  describe("of several hosts that one rate limit has refused", () => {
    const hosts = ["a.test", "b.test", "c.test"];

    it.each(["192.0.2.1", undefined])(
      "asks each when the one before it has started: a limit by %s",
      (limit) => {
        const { starts, context, refuseBy, clock, takeable } = setUp();
        const free = (): readonly string[] => hosts.filter(takeable);
        for (const host of hosts) refuseBy(limit, host, 10);
        clock.advance(10);
        expect(free()).toEqual(["a.test"]);
        const first = starts.begin("a.test", context);
        expect(free()).toEqual([]);
        first.get(startListener)?.();
        expect(free()).toEqual(["a.test", "b.test"]);
        refuseBy(limit, "a.test", 20);
        refuseBy(limit, "b.test", 20);
        expect(free()).toEqual([]);
        clock.advance(10);
        expect(free()).toEqual(["b.test"]);
        starts.begin("b.test", context);
        starts.end("b.test");
        expect(free()).toEqual(["b.test", "c.test"]);
      },
    );

    it("holds those of another limit for that alone", () => {
      const { refuseBy, clock, takeable } = setUp();
      refuseBy("192.0.2.1", "a.test", 10);
      refuseBy("192.0.2.2", "b.test", 10);
      clock.advance(10);
      expect(hosts.filter(takeable)).toEqual(hosts);
    });

    it("asks the next when the first is refused for something else, or is to be asked no more", () => {
      for (const step of ["other", "leave"] as const) {
        const { starts, refuse, refuseBy, takeable } = setUp();
        for (const host of hosts) refuseBy("192.0.2.1", host, 10);
        if (step === "other") refuse("a.test", { retryAt: 1000 });
        else starts.leave("a.test");
        expect(hosts.filter(takeable)).toEqual(["b.test"]);
      }
    });

    it("asks the others in a minute anyway, should the first never start", () => {
      const { refuseBy, clock, takeable } = setUp();
      for (const host of hosts) refuseBy("192.0.2.1", host, 10);
      clock.advance(60_009);
      expect(hosts.filter(takeable)).toEqual(["a.test"]);
      clock.advance(1);
      expect(hosts.filter(takeable)).toEqual(hosts);
    });
  });

  it.each([{ retryAt: 0 }, { retryAt: -10 }])(
    "does not ask again in the same instant after %j",
    (options) => {
      const { refuse, clock, takeable } = setUp();
      refuse("a.test", options);
      expect(takeable("a.test")).toBe(false);
      clock.advance(1);
      expect(takeable("a.test")).toBe(true);
    },
  );
});

function setUp(): {
  readonly clock: VirtualClock;
  readonly scope: ReturnType<Context["scope"]>;
  readonly context: Context;
  readonly starts: HostStarts;
  readonly frontier: MemoryFrontier;
  readonly refuse: (host: string, options: NotNowOptions, isLast?: boolean) => void;
  readonly refuseBy: (limit: string | undefined, host: string, retryAt: number) => void;
  readonly takeable: (host: string) => boolean;
} {
  const clock = new VirtualClock();
  const scope = new Context({ clock }).scope();
  const { context } = scope;
  const frontier = new MemoryFrontier();
  const starts = new HostStarts(frontier);
  let paths = 0;
  return {
    clock,
    scope,
    context,
    starts,
    frontier,
    refuse: (host, options, isLast = false) =>
      starts.later(host, new NotNowError("no", options), context, isLast),
    refuseBy: (limit, host, retryAt) =>
      starts.later(host, new RateLimitedError(limit, retryAt), context, false),
    takeable: (host) => {
      frontier.add([request(`http://${host}/${paths++}`)]);
      const leases = frontier.take(Infinity, clock.now());
      for (const lease of leases) frontier.settle(lease, { done: true });
      return leases.some((lease) => lease.host === host);
    },
  };
}
