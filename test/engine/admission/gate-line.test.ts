import { describe, expect, it } from "vitest";

import { Gate } from "../../../src/engine/admission/gate.ts";
import { Party } from "../../../src/engine/admission/party.ts";
import { Rules } from "../../../src/engine/admission/rules.ts";
import { Scope } from "../../../src/engine/admission/scope.ts";
import { Fates } from "../../../src/engine/fates.ts";
import { fingerprintBy } from "../../../src/engine/frontier/fingerprint.ts";
import type { Frontier } from "../../../src/engine/frontier/frontier.ts";
import { MemoryFrontier } from "../../../src/engine/frontier/memory-frontier.ts";
import { CrawlRequest } from "../../../src/engine/page/crawl-request.ts";

describe("Gate.line", () => {
  it("lets the links of the first page in first, as room is made, each in its order", () => {
    const { gate, frontier } = full();
    const [first, second] = [new Party(1), new Party(2)];
    for (const path of ["c", "d"]) gate.line(link(path), second);
    for (const path of ["a", "b"]) gate.line(link(path), first);
    expect([1, 2, 3, 4].map(() => next(frontier, gate))).toEqual(["0", "a", "b", "c"]);
    expect([first.size, second.size]).toEqual([0, 0]);
  });

  it("keeps each URL once, and passes the room of one that is known by now to the next", () => {
    const { gate, frontier, fates } = full();
    const party = new Party(1);
    for (const path of ["a", "a", "0", "b"]) gate.line(link(path), party);
    expect(party.size).toBe(3);
    expect([1, 2, 3].map(() => next(frontier, gate))).toEqual(["0", "a", "b"]);
    expect(party.size).toBe(0);
    expect(fates.counts()).toEqual({ duplicate: 2 });
  });

  it("does not take a request with a body for the page of that URL", () => {
    const { gate, fates } = full();
    const party = new Party(1);
    const url = "http://a.test/form";
    gate.line(new CrawlRequest(url, { method: "POST", body: "q=1" }, progress), party);
    gate.line(new CrawlRequest(url, {}, progress), party);
    expect(party.size).toBe(2);
    expect(fates.counts()).toEqual({});
  });

  it("gives all in line a reason when it closes, however many they are", async () => {
    const { gate, fates } = full();
    const party = new Party(1);
    for (let n = 1; n <= 20_000; n++) gate.line(link(`p${n}`), party);
    const empty = new Promise<void>((resolve) => party.whenEmpty(resolve));
    gate.close("budget");
    await empty;
    expect(fates.counts()).toEqual({ budget: 20_000 });
  });

  it("tells of a frontier that fails, and keeps nobody waiting for it", async () => {
    const { gate, frontier, failures } = full();
    const party = new Party(1);
    gate.line(link("a"), party);
    frontier.add = () => {
      throw new Error("no disk");
    };
    gate.makeRoom(1);
    expect(party.size).toBe(0);
    expect(failures).toMatchObject([{ message: "no disk" }]);
  });
});

const progress = { depth: 1, attempts: 0, redirects: [] };

/** A gate before a frontier with room for one request, which is there. */
function full(): { gate: Gate; frontier: Frontier; fates: Fates; failures: unknown[] } {
  const frontier: Frontier = new MemoryFrontier({ maxPending: 1 });
  const fates = new Fates();
  const failures: unknown[] = [];
  const rules = new Rules({
    scope: new Scope("same-host"),
    maxDepth: 3,
    trapGuard: true,
    isIncluded: () => true,
    isExcluded: () => false,
  });
  const onFailure = (error: unknown): void => void failures.push(error);
  const gate = new Gate({
    frontier,
    rules,
    quotas: [],
    filter: undefined,
    fates,
    overflow: "wait",
    fingerprint: fingerprintBy(undefined, undefined),
    onFailure,
  });
  void gate.enter(link("0"), "start");
  return { gate, frontier, fates, failures };
}

function link(path: string): CrawlRequest {
  return new CrawlRequest(`http://a.test/${path}`, {}, progress);
}

/** The path of the next request that the frontier gives out, whose room is then made. */
function next(frontier: Frontier, gate: Gate): string | undefined {
  const leases = frontier.take(1, 0);
  if (leases instanceof Promise) return undefined;
  for (const lease of leases) {
    frontier.fetched(lease);
    void frontier.settle(lease, { done: true });
  }
  gate.makeRoom(leases.length);
  return leases[0]?.request.url.slice("http://a.test/".length);
}
