import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { HostTable } from "../../../src/engine/stats/host-table.ts";

const exchange = { failed: false, bytes: 1, tookMs: 1 };

describe("HostTable", () => {
  it("tells how each host has answered", () => {
    const table = new HostTable();
    table.count("a.test", { failed: false, bytes: 5, tookMs: 10 });
    table.count("a.test", { failed: true, bytes: 2, tookMs: 30 });
    expect(table.stats()).toEqual([
      { host: "a.test", requests: 2, failures: 1, bytes: 7, meanMs: 20, maxMs: 30 },
    ]);
    expect(table.others).toEqual({ hosts: 0, requests: 0 });
  });

  it("never tells more than twice as many as it keeps, and loses no request", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(30)), (kept, hosts) => {
        const table = new HostTable(kept);
        for (const host of hosts) table.count(String(host), exchange);
        const known = table.stats();
        const requests = known.reduce((sum, host) => sum + host.requests, 0);
        expect(known.length).toBeLessThanOrEqual(2 * kept);
        expect(requests + table.others.requests).toBe(hosts.length);
        expect(table.size).toBe(known.length + table.others.hosts);
      }),
    );
  });

  it("counts hosts exactly while there are no more than that", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9)), (hosts) => {
        const table = new HostTable(5);
        for (const host of hosts) table.count(String(host), exchange);
        expect([table.size, table.others.hosts]).toEqual([new Set(hosts).size, 0]);
      }),
    );
  });

  it("keeps the busiest, and of those that are as busy the latest", () => {
    const table = new HostTable(2);
    for (const host of ["busy", "busy", "b", "c", "d", "new"]) table.count(host, exchange);
    expect(table.stats().map(({ host }) => host)).toEqual(["d", "busy", "new"]);
    expect(table.others).toEqual({ hosts: 2, requests: 2 });
  });
});
