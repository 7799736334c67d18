import { describe, expect, it } from "vitest";

import { HostTurns } from "../../../src/engine/frontier/host-turns.ts";
import { request } from "../../../src/engine/page/crawl-request.ts";

describe("HostTurns", { timeout: 60_000 }, () => {
  it("forgets hosts that are at rest, however many there were", () => {
    const turns = new HostTurns(1);
    for (let n = 0; n < 100_000; n++) {
      turns.push(`h${n}.test`, { request: request(`http://h${n}.test/`), place: n });
      const turn = turns.next();
      if (!turn) throw new Error("A request was lost");
      turn.host.inFlight--;
      turn.host.claims--;
      turns.enlist(turn.host);
      turns.forget(turn.host);
    }
    expect(turns.hosts).toBe(0);
  });

  it("remembers a host that is held, or has a request that may come back", () => {
    const turns = new HostTurns(1);
    turns.push("a.test", { request: request("http://a.test/"), place: 0 });
    const held = turns.host("b.test");
    held.heldUntil = 10;
    const turn = turns.next();
    for (const host of [held, turn?.host ?? held]) turns.forget(host);
    expect(turns.hosts).toBe(2);
    turns.release(held);
    expect(turns.hosts).toBe(1);
  });

  it("does not mistake a host it has forgotten for one of the same name", () => {
    const turns = new HostTurns(1);
    const old = turns.host("a.test");
    turns.forget(old);
    turns.push("a.test", { request: request("http://a.test/"), place: 0 });
    turns.release(old);
    turns.host("a.test").heldUntil = Infinity;
    expect(turns.next()).toBeUndefined();
  });
});
