import { describe, expect, it } from "vitest";

import { Gate } from "../../../src/engine/admission/gate.ts";
import { Rules } from "../../../src/engine/admission/rules.ts";
import { Scope } from "../../../src/engine/admission/scope.ts";
import { Fates } from "../../../src/engine/fates.ts";
import { fingerprintBy } from "../../../src/engine/frontier/fingerprint.ts";
import { MemoryFrontier } from "../../../src/engine/frontier/memory-frontier.ts";
import { CrawlRequest, request } from "../../../src/engine/page/crawl-request.ts";

describe("Gate", () => {
  it("lets in what the rules want, and gives what it keeps out a reason", () => {
    const { gate, fates } = gateOf({ maxPending: 9 });
    expect(gate.enter(request("http://a.test/"), "start")).toBe("in");
    expect(gate.enter(link("http://a.test/1"), "link")).toBe("in");
    const kept: Record<string, string> = {
      "http://a.test/1": "duplicate",
      "http://b.test/": "scope",
      "http://a.test/secret": "scope",
      [`http://a.test${"/x".repeat(9)}`]: "trap",
    };
    for (const url of Object.keys(kept)) expect(gate.enter(link(url), "link")).toBe("out");
    expect(gate.enter(link("http://a.test/deep", 9), "link")).toBe("out");
    expect(fates.counts()).toEqual({ duplicate: 1, scope: 2, trap: 1, depth: 1 });
  });

  it("holds start URLs to no rule, nor where they redirect, which widens the scope", () => {
    const { gate } = gateOf({ maxPending: 9 });
    void gate.enter(request("http://a.test/secret"), "start");
    const moved = request("http://a.test/secret").redirectedTo({ url: "http://b.test/secret" });
    expect(gate.enter(moved, "redirect")).toBe("in");
    expect(gate.enter(link("http://b.test/1"), "link")).toBe("in");
    const far = link("http://b.test/1").redirectedTo({ url: "http://c.test/" });
    expect(gate.enter(far, "redirect")).toBe("out");
  });

  it("has no room for more than the frontier, and gives a reason where nobody is to wait", () => {
    const waiting = gateOf({ maxPending: 1 });
    const rejecting = gateOf({ maxPending: 1, overflow: "reject" });
    for (const { gate } of [waiting, rejecting])
      void gate.enter(request("http://a.test/1"), "start");
    expect(waiting.gate.enter(request("http://a.test/2"), "start")).toBe("full");
    expect(rejecting.gate.enter(request("http://a.test/2"), "start")).toBe("out");
    expect(waiting.fates.counts()).toEqual({});
    expect(rejecting.fates.counts()).toEqual({ capacity: 1 });
  });

  it("gives room to the lowest place, and passes it on where it is not taken", async () => {
    const { gate, frontier } = gateOf({ maxPending: 1 });
    void gate.enter(request("http://a.test/1"), "start");
    const entered: number[] = [];
    const wait = (place: number, url: string): void => {
      const entering = gate.enterLater(request(url), "start", { place, aside });
      void entering.then(() => entered.push(place));
    };
    wait(3, "http://a.test/3");
    wait(2, "http://a.test/1");
    wait(4, "http://a.test/4");
    wait(1, "http://a.test/3");
    await settled();
    expect(entered).toEqual([2]); // a duplicate needs no room

    for (const expected of [
      [2, 1],
      [2, 1, 3, 4],
    ]) {
      frontier.take(1, 0);
      gate.makeRoom(1);
      await settled();
      expect(entered).toEqual(expected);
    }
  });

  it("does not miss room that comes while it asks the frontier", async () => {
    const { gate, frontier } = gateOf({ maxPending: 1 });
    void gate.enter(request("http://a.test/1"), "start");
    let entered = false;
    const entering = gate.enterLater(request("http://a.test/2"), "start", { place: 0, aside });
    void entering.then(() => (entered = true));
    frontier.take(1, 0);
    gate.makeRoom(1);
    await settled();
    expect(entered).toBe(true);
  });

  it("lets nobody wait once it is closed, and takes in what there is room for", async () => {
    const { gate, fates } = gateOf({ maxPending: 2 });
    void gate.enter(request("http://a.test/1"), "start");
    void gate.enter(request("http://a.test/2"), "start");
    const waiting = gate.enterLater(request("http://a.test/3"), "start", { place: 0, aside });
    gate.close("budget");
    gate.close("stopped");
    await waiting;
    expect(gate.enter(request("http://a.test/4"), "start")).toBe("out");
    expect(gate.enter(request("http://a.test/1"), "start")).toBe("out");
    expect(fates.counts()).toEqual({ budget: 2, duplicate: 1 });
    const roomy = gateOf({ maxPending: 9 });
    roomy.gate.close("stopped");
    expect(roomy.gate.enter(request("http://a.test/4"), "start")).toBe("in");
  });
});

function gateOf(options: { readonly maxPending: number; readonly overflow?: "wait" | "reject" }): {
  readonly gate: Gate;
  readonly fates: Fates;
  readonly frontier: MemoryFrontier;
} {
  const { maxPending, overflow = "wait" } = options;
  const frontier = new MemoryFrontier({ maxPending });
  const fates = new Fates();
  const rules = new Rules({
    scope: new Scope("same-host"),
    maxDepth: 3,
    trapGuard: true,
    isIncluded: () => true,
    isExcluded: (url) => url.endsWith("secret"),
  });
  return {
    frontier,
    fates,
    gate: new Gate({
      frontier,
      rules,
      quotas: [],
      filter: undefined,
      fates,
      overflow,
      fingerprint: fingerprintBy(undefined, undefined),
      onFailure,
    }),
  };
}

function onFailure(error: unknown): void {
  expect.unreachable(String(error));
}

function link(url: string, depth = 1): CrawlRequest {
  return new CrawlRequest(url, {}, { depth, attempts: 0, redirects: [] });
}

function aside(room: Promise<void>): Promise<void> {
  return room;
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
