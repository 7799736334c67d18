import { hostOf, tryParseUrl } from "../../http/url/parse-url.ts";
import {
  requireArray,
  requireDuration,
  requireObject,
  requireOptions,
  requireWhole,
  show,
} from "../../service/options.ts";
import type { SimulatedHost } from "./simulated-host.ts";

/** Throws unless `hosts` are hosts by name. */
export function requireHosts(hosts: Readonly<Record<string, SimulatedHost>>): void {
  requireObject("hosts", hosts);
  for (const [name, host] of Object.entries(hosts)) {
    requireHostName(name);
    requireHost(`hosts.${name}`, host);
  }
}

function requireHostName(name: string): void {
  const url = tryParseUrl(`http://${name}/`);
  if (url && hostOf(url) === name) return;
  throw new TypeError(
    `Expected "hosts" to have the names of hosts, in lower case and without port: got ${show(name)}`,
  );
}

function requireHost(option: string, host: SimulatedHost): void {
  requireOptions(option, host, known);
  const { pages = 1, linksPerPage = 10, robots = "" } = host;
  requirePages(`${option}.pages`, pages);
  requireCount(`${option}.linksPerPage`, linksPerPage);
  if (typeof robots !== "string") throw unexpected(`${option}.robots`, "text", robots);
  for (const rate of rates) {
    const { [rate]: share = 0 } = host;
    requireRate(`${option}.${rate}`, share);
  }
  requireTimes(option, host);
}

const rates = ["failureRate", "resetRate", "truncationRate", "connectFailureRate"] as const;

const known = {
  pages: true,
  linksPerPage: true,
  robots: true,
  latencyMs: true,
  failureRate: true,
  resetRate: true,
  truncationRate: true,
  connectFailureRate: true,
  maxPerSecond: true,
  down: true,
} as const;

function requireTimes(option: string, host: SimulatedHost): void {
  const { latencyMs = 0, maxPerSecond = Infinity, down = [] } = host;
  if (typeof latencyMs === "number") requireDuration(`${option}.latencyMs`, latencyMs);
  else {
    requireRange(`${option}.latencyMs`, latencyMs);
    requireFinite(`${option}.latencyMs`, latencyMs[1]);
  }
  if (typeof maxPerSecond !== "number" || !(maxPerSecond > 0)) {
    const expected = `Expected "${option}.maxPerSecond" to be a number > 0`;
    throw new RangeError(`${expected}: got ${show(maxPerSecond)}`);
  }
  requireArray(`${option}.down`, down);
  for (const period of down) requireRange(`${option}.down`, period);
}

function requirePages(option: string, pages: NonNullable<SimulatedHost["pages"]>): void {
  if (typeof pages === "number") return requireCount(option, pages);
  if (typeof pages === "function") return;
  requireObject(option, pages);
  const stranger = Object.keys(pages).find((path) => !path.startsWith("/"));
  if (stranger !== undefined) throw unexpected(option, "pages by paths, from /", stranger);
}

function requireCount(option: string, count: number): void {
  requireWhole(option, count, 1);
  requireFinite(option, count);
}

function requireFinite(option: string, value: number): void {
  if (value === Infinity) throw new RangeError(`Expected "${option}" to be finite: got Infinity`);
}

function requireRate(option: string, rate: number): void {
  if (typeof rate === "number" && rate >= 0 && rate <= 1) return;
  throw new RangeError(`Expected "${option}" to be a share from 0 to 1: got ${show(rate)}`);
}

function requireRange(option: string, range: readonly [number, number]): void {
  if (!Array.isArray(range) || range.length !== 2) {
    throw unexpected(option, "two numbers of milliseconds, the least and the most", range);
  }
  const [from, to] = range;
  requireDuration(option, from);
  requireDuration(option, to);
  if (from <= to) return;
  throw new RangeError(`Expected "${option}" to go from less to more: got ${from} to ${to}`);
}

function unexpected(option: string, expected: string, got: unknown): TypeError {
  return new TypeError(`Expected "${option}" to be ${expected}: got ${show(got)}`);
}
