import type { HostStats } from "../engine/stats/host-table.ts";
import { readableCount, readableTime } from "./readable.ts";

/** Hosts that are told. */
const SHOWN = 5;

/** The hosts that were asked most, in words. */
export function busiest(hosts: readonly HostStats[]): readonly string[] {
  return top(hosts, "requests").map(({ host, requests }) => `${host} ${readableCount(requests)}`);
}

/** The hosts that took longest, in words. */
export function slowest(hosts: readonly HostStats[]): readonly string[] {
  return top(hosts, "meanMs").map(({ host, meanMs }) => `${host} ${readableTime(meanMs)}`);
}

function top(hosts: readonly HostStats[], by: "meanMs" | "requests"): readonly HostStats[] {
  return hosts.toSorted((a, b) => b[by] - a[by]).slice(0, SHOWN);
}
