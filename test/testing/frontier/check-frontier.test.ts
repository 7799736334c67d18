import { describe, expect, it } from "vitest";

import type { Frontier } from "../../../src/engine/frontier/frontier.ts";
import { MemoryFrontier } from "../../../src/engine/frontier/memory-frontier.ts";
import {
  checkFrontier,
  type CheckFrontierOptions,
} from "../../../src/testing/frontier/check-frontier.ts";
import { untyped } from "../../support/untyped.ts";
import type { Flaw } from "./flaw.ts";
import { FlawedFrontier } from "./flawed-frontier.ts";

const ERROR = "nothing that is asked is an error";
const DUPLICATE = "a request that was seen is a duplicate";
const NO_DUPLICATE = "a request is no duplicate if it was not seen, must not be filtered, or is";
const ROOM = "a request that is no duplicate is admitted while there is room";
const FULL = "no more than maxPending wait, beside those that came back";
const READY = "whenReady resolves when there is something to take, or when nothing waits";
const SOMETHING = "take gives something where there is something to take";
const WAITS = "what is leased was admitted, and waits";
const AS_IT_WENT_IN = "a request comes out as it went in";
const STATS = "stats tell how many wait and how many are leased";

/** What breaks two rules is found by either. */
const LATE = new RegExp(`${READY}|${SOMETHING}`);
const HELD = new RegExp(`nothing is taken of a host that is held|${READY}`);
const CALLS = new RegExp(`a host has no more than perHost calls at once|${READY}`);

const flaws: readonly (readonly [Flaw, rule: string | RegExp])[] = [
  ["throws", ERROR],
  ["answers for the first only", "add says of each request what became of it"],
  ["compares URLs as they are written", /a request that was seen is|hasSeen tells/],
  ["ignores the body", NO_DUPLICATE],
  ["remembers what it rejects", /fingerprints are remembered|is no duplicate if/],
  ["filters what must not be filtered", NO_DUPLICATE],
  ["filters who is led back", NO_DUPLICATE],
  ["admits whoever is redirected", DUPLICATE],
  ["has no end of room", FULL],
  ["has less room than it says", ROOM],
  ["overdraws for what it has seen", DUPLICATE],
  ["overdraws for hosts that are busy", FULL],
  ["checks and admits in two steps", DUPLICATE],
  ["takes in two steps", WAITS],
  ["gives more than it is asked for", "take gives no more than it is asked for"],
  ["gives nothing at times", SOMETHING],
  ["loses the headers", AS_IT_WENT_IN],
  ["loses the attempts", AS_IT_WENT_IN],
  ["tells the host with its port", "a lease tells the host of its request"],
  ["forgets holds", HELD],
  ["lets the first word on a hold count", HELD],
  ["never lets go of a hold", LATE],
  ["ignores perHost", CALLS],
  ["counts calls until they are settled", LATE],
  ["counts a call twice that has ended", CALLS],
  ["gives back too early", "a request that was put back does not come before its time"],
  ["gives back too late", LATE],
  ["has no room for what comes back", STATS],
  ["loses what failed as pending", STATS],
  ["counts leases as pending", STATS],
  ["counts what it rejects as seen", "stats tell how many fingerprints are remembered"],
  ["tells nobody that waits of what is added", READY],
  ["tells who waits too early", READY],
  ["never tells of the end", READY],
  ["ignores aborts", "whenReady rejects with the reason of an abort, at once"],
  ["leaves its timers", "no timer and no abort hook is left"],
  ["leaves its hooks", "no timer and no abort hook is left"],
  ["says of all that it was seen", "hasSeen tells what was admitted"],
  ["gives what is leased as pending", "pending gives what waits"],
  ["serves the last first", "of one host the highest priority comes first, then who came first"],
  ["ignores priorities", "of one host the highest priority comes first, then who came first"],
];

type Good = readonly [
  what: string,
  factory: () => Frontier | Promise<Frontier>,
  options: CheckFrontierOptions,
];

describe("checkFrontier", () => {
  const narrow = { perHost: 2, maxPending: 4 };
  const good: readonly Good[] = [
    ["a memory frontier", () => new MemoryFrontier(), { inOrder: true }],
    ["a memory frontier with little room", () => new MemoryFrontier(narrow), narrow],
    ["one that forgets", () => new MemoryFrontier({ maxSeen: 2 }), { forgets: true }],
    ["one that goes to the depth", () => new MemoryFrontier({ order: "depth-first" }), {}],
    ["one of scores", () => new MemoryFrontier({ order: "best-first", score: () => 1 }), {}],
    ["one of promises", async () => new FlawedFrontier(undefined, narrow), narrow],
  ];
  it.each(good)("finds nothing in %s", async (_, factory, options) => {
    await expect(checkFrontier(factory, options)).resolves.toBeUndefined();
  });

  it.each(flaws)("finds one that %s", async (flaw, rule) => {
    const factory = (): Frontier => new FlawedFrontier(flaw, narrow);
    const options = { ...narrow, inOrder: true, runs: 1000, seed: 1 };
    await expect(checkFrontier(factory, options)).rejects.toThrow(rule);
  });

  it("tells the rule, and the shortest schedule by which it is broken", async () => {
    await expect(checkFrontier(forgetful, { seed: 1 })).rejects.toMatchObject({
      message: expect.stringContaining("To replay: checkFrontier(factory, { seed: 1, path: "),
      rule: AS_IT_WENT_IN,
      schedule: ["add GET a.test/0", "take 1", "put back for -5 ms: lease 0"],
    });
  });

  it("disposes of each frontier", async () => {
    let open = 0;
    const factory = (): Frontier => {
      open++;
      return Object.assign(new MemoryFrontier(), {
        [Symbol.asyncDispose]: async () => void open--,
      });
    };
    await checkFrontier(factory, { runs: 10 });
    expect(open).toBe(0);
  });

  it.each([
    ["factory", untyped(new MemoryFrontier()), {}],
    ["factory().settle", untyped(() => Object.assign(new MemoryFrontier(), { settle: 1 })), {}],
    ["perHost", memory, { perHost: 0 }],
    ["maxPending", memory, { maxPending: 1.5 }],
    ["forgets", memory, { forgets: untyped(1) }],
    ["inOrder", memory, { inOrder: untyped("yes") }],
    ["runs", memory, { runs: Infinity }],
    ["order", memory, untyped({ order: true })],
  ])("refuses a wrong %s", async (name, factory, options) => {
    await expect(checkFrontier(factory, options)).rejects.toThrow(`"${name}"`);
  });
});

function memory(): Frontier {
  return new MemoryFrontier();
}

function forgetful(): Frontier {
  return new FlawedFrontier("loses the attempts");
}
