import assert from "node:assert/strict";

import fc from "fast-check";

import type { Lease } from "../../../src/engine/frontier/frontier.ts";
import { MemoryFrontier } from "../../../src/engine/frontier/memory-frontier.ts";
import { CrawlRequest } from "../../../src/engine/page/crawl-request.ts";
import { FrontierModel, type ModelOptions } from "./frontier-model.ts";
import { agree, Frontiered, type FrontierMaker, HOSTS, wait } from "./frontiered.ts";

export type { FrontierMaker } from "./frontiered.ts";

/** What a frontier may be told. */
export const frontierOptions: fc.Arbitrary<ModelOptions> = fc.record({
  perHost: fc.constantFrom(1, 2, Infinity),
  maxPending: fc.constantFrom(1, 3, 8, Infinity),
  maxSeen: fc.constantFrom(1, 4, Infinity),
  forgetFailed: fc.boolean(),
  order: fc.constantFrom("breadth-first", "depth-first", "best-first"),
});

type Command = fc.AsyncCommand<FrontierModel, Frontiered>;

/** Runs commands against a frontier and a model, which must agree after each; then lets all come to an end. */
export async function runBoth(
  options: ModelOptions,
  commands: Iterable<Command>,
  maker: FrontierMaker = inMemory,
): Promise<void> {
  const [model, real] = [new FrontierModel(options), new Frontiered(options, maker)];
  await fc.asyncModelRun(() => ({ model, real }), commands);
  await end(model, real);
}

const inMemory: FrontierMaker = { make: (options) => new MemoryFrontier(options) };

/** What can happen to a frontier. */
export function frontierCommands(): fc.Arbitrary<Iterable<Command>> {
  const asked = fc.record({
    host: fc.constantFrom(...HOSTS),
    path: fc.nat(5),
    priority: fc.constantFrom(0, 0, 0, 1, -1),
    depth: fc.nat(2),
    dontFilter: fc.constantFrom(false, false, true),
  });
  const waitMs = fc.constantFrom(-Infinity, -5, 0, 1, 10, 11, 50);
  const which = fc.nat(9);
  const host = fc.constantFrom(...HOSTS);
  const adds = fc.array(asked, { minLength: 1, maxLength: 8 }).map(add);
  const takes = fc.integer({ min: 1, max: 6 }).map(take);
  return fc.commands(
    [
      adds,
      adds,
      takes,
      takes,
      which.map(fetched),
      fc.tuple(which, fc.boolean()).map(settled),
      fc.tuple(which, fc.boolean()).map(settled),
      fc.tuple(which, waitMs).map(putBack),
      fc.tuple(host, fc.oneof(waitMs, fc.constant(Infinity))).map(hold),
      fc.constantFrom(1, 9, 40).map(pass),
      fc.constant(command("wait", async (_, real) => void wait(real))),
      which.map(cancel),
      fc.constant(command("kill", async (model, real) => real.reopen() && model.reopen(real.now))),
    ],
    { maxCommands: 250, size: "max" },
  );
}

interface Asked {
  readonly host: string;
  readonly path: number;
  readonly priority: number;
  readonly depth: number;
  readonly dontFilter: boolean;
}

function add(all: readonly Asked[]): Command {
  return command(`add ${JSON.stringify(all)}`, async (model, real) => {
    const requests = all.map(({ host, path, depth, ...options }) => {
      const progress = { depth, attempts: 0, redirects: [] };
      return new CrawlRequest(
        `http://${host}/${path}`,
        { ...options, meta: real.added++ },
        progress,
      );
    });
    const expected = requests.map((request) => model.add(request));
    assert.deepEqual(real.frontier.add(requests), expected);
  });
}

function take(max: number): Command {
  return command(`take ${max}`, async (model, real) => {
    const leases = real.frontier.take(max, real.now);
    for (const lease of leases) {
      const { meta, url } = lease.request;
      assert.ok(model.next(real.now).includes(meta), `${url} is not next`);
      model.take(meta);
      real.leases.set(meta, lease);
    }
    assert.ok(leases.length === max || model.next(real.now).length === 0, "too few were taken");
  });
}

function fetched(which: number): Command {
  return ofLease(`fetched ${which}`, which, (id, lease, { model, real }) => {
    real.frontier.fetched(lease);
    model.fetched(id);
  });
}

function settled([which, isDone]: [number, boolean]): Command {
  return ofLease(`${isDone ? "done" : "fail"} ${which}`, which, (id, lease, { model, real }) => {
    real.leases.delete(id);
    real.frontier.settle(lease, isDone ? { done: true } : { failed: new Error("gone") });
    model.settle(id, !isDone);
  });
}

function putBack([which, waitMs]: [number, number]): Command {
  return ofLease(`retry ${which} in ${waitMs} ms`, which, (id, lease, { model, real }) => {
    real.leases.delete(id);
    const retryAt = real.now + waitMs;
    real.frontier.settle(lease, { retryAt, attempts: lease.request.attempts + 1 });
    model.putBack(id, retryAt);
  });
}

function hold([host, forMs]: [string, number]): Command {
  return command(`hold ${host} for ${forMs} ms`, async (model, real) => {
    real.frontier.hold(host, real.now + forMs);
    model.hold(host, real.now + forMs);
  });
}

function pass(ms: number): Command {
  return command(`pass ${ms} ms`, async (_, real) => real.clock.advance(ms));
}

function cancel(which: number): Command {
  return command(`cancel wait ${which}`, async (_, real) => {
    const open = real.waits.filter(({ outcome }) => outcome === undefined);
    const wait = open[which % open.length];
    wait?.controller.abort("enough");
    await real.clock.settle();
    if (wait) assert.deepEqual(wait.outcome, { ok: false, error: "enough" });
  });
}

interface Both {
  readonly model: FrontierModel;
  readonly real: Frontiered;
}

function ofLease(
  name: string,
  which: number,
  run: (id: unknown, lease: Lease, both: Both) => void,
): Command {
  return command(name, async (model, real) => {
    const ids = [...real.leases.keys()];
    const id = ids[which % ids.length];
    const lease = real.leases.get(id);
    if (lease) run(id, lease, { model, real });
  });
}

function command(
  name: string,
  run: (model: FrontierModel, real: Frontiered) => Promise<unknown>,
): Command {
  return {
    check: () => true,
    toString: () => name,
    run: async (model, real) => {
      await run(model, real);
      await real.clock.settle();
      real.frontier.take(0, real.now); // lets it hear of the time, as the model does
      model.passTime(real.now);
      agree(model, real);
    },
  };
}

/** Everything is let go of, taken and settled: the end comes, and all counters are at zero. */
async function end(model: FrontierModel, real: Frontiered): Promise<void> {
  const { clock, frontier, leases, waits } = real;
  for (const host of HOSTS) {
    frontier.hold(host, -Infinity);
    model.hold(host, -Infinity);
  }
  while (frontier.stats().pending + frontier.stats().leased > 0) {
    for (const [id, lease] of leases) {
      frontier.settle(lease, { done: true });
      model.settle(id, false);
    }
    leases.clear();
    const ready = wait(real);
    await clock.settle();
    const readyAt = model.readyAt(real.now);
    assert.equal(ready.outcome === undefined, readyAt > real.now && model.pending.length > 0);
    if (readyAt < Infinity) clock.advance(readyAt - real.now);
    await clock.settle();
    assert.deepEqual(ready.outcome, { ok: true, value: undefined });
    await pass(0).run(model, real);
    await take(7).run(model, real);
  }
  assert.deepEqual([model.pending, model.leased], [[], []]);
  assert.ok(waits.every(({ outcome }) => outcome !== undefined));
  assert.equal(clock.pending, 0);
}
