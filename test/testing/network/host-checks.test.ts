import { describe, expect, it } from "vitest";

import { requireHosts } from "../../../src/testing/network/host-checks.ts";
import type { SimulatedHost } from "../../../src/testing/network/simulated-host.ts";
import { untyped } from "../../support/untyped.ts";

describe("requireHosts", () => {
  it.each<[string, SimulatedHost]>([
    ["pages", { pages: 0 }],
    ["pages", { pages: { x: "page" } }],
    ["pages", { pages: untyped("page") }],
    ["linksPerPage", { linksPerPage: Infinity }],
    ["robots", { robots: untyped(true) }],
    ["latencyMs", { latencyMs: -1 }],
    ["latencyMs", { latencyMs: [80, 20] }],
    ["latencyMs", { latencyMs: [80, Infinity] }],
    ["latencyMs", { latencyMs: untyped([80]) }],
    ["failureRate", { failureRate: 5 }],
    ["failureRate", { failureRate: untyped(null) }],
    ["resetRate", { resetRate: -0.1 }],
    ["truncationRate", { truncationRate: Number.NaN }],
    ["connectFailureRate", { connectFailureRate: untyped("often") }],
    ["maxPerSecond", { maxPerSecond: 0 }],
    ["down", { down: untyped([0, 100]) }],
    ["down", { down: [[100, 0]] }],
  ])("refuses a wrong %s", (name, wrong) => {
    expect(() => requireHosts({ "a.test": wrong })).toThrow(`"hosts.a.test.${name}"`);
  });

  it("refuses what is no option of a host", () => {
    expect(() => requireHosts({ "a.test": untyped({ latency: 1 }) })).toThrow('"latency"');
  });

  it.each(["A.test", "a.test:80", "http://a.test", "", "a.test/x"])(
    "refuses the name %j",
    (name) => {
      expect(() => requireHosts({ [name]: {} })).toThrow('"hosts"');
    },
  );

  it("takes what can be a host", () => {
    const host = { pages: 3, latencyMs: [20, 80], down: [[0, Infinity]], failureRate: 1 } as const;
    expect(() =>
      requireHosts({ "a.test": host, "[::1]": {}, "xn--bcher-kva.test": {} }),
    ).not.toThrow();
  });
});
