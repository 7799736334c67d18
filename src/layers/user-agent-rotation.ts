import { isHeaderValue } from "../http/header-syntax.ts";
import { domainKey } from "../http/url/domain-key.ts";
import { requireArray, show } from "../service/options.ts";

/** Chooses what a request calls itself. Users write their own; stacks may share one. */
export interface UserAgentRotation {
  /** The User-Agent for a request to this URL; undefined leaves it without. `random` is that of its call. */
  next(url: string, random: () => number): string | undefined;
}

/**
 * Takes the agents in turns, one a request, and begins again at the end.
 *
 * @example
 * ```ts
 * const agents = roundRobin(["shop-bot/1 (+https://shop.test/bot)", "shop-bot/2 (+https://shop.test/bot)"]);
 * const polite = userAgent(agents);
 * ```
 */
export function roundRobin(agents: readonly string[]): UserAgentRotation {
  requireAgents("agents", agents);
  const list = [...agents];
  let turn = 0;
  return {
    next() {
      const agent = list[turn];
      turn = turn + 1 < list.length ? turn + 1 : 0;
      return agent;
    },
  };
}

/**
 * Draws an agent for each request, by the chance of its call.
 *
 * So a crawl with a `seed` gives a request the same agent in every run, whatever else is under way.
 *
 * @example
 * ```ts
 * const mixed = userAgent(atRandom(["shop-bot/1", "shop-bot/2"]));
 * ```
 */
export function atRandom(agents: readonly string[]): UserAgentRotation {
  requireAgents("agents", agents);
  const list = [...agents];
  return { next: (_url, random) => list[Math.floor(random() * list.length)] };
}

/**
 * Gives all requests to one host the same agent, and spreads the hosts over the agents.
 *
 * The choice is computed from the name of the host, by `domainKey`: nothing is remembered, so
 * there is nothing to outgrow, and the same list gives the same choice in every process.
 *
 * @example
 * ```ts
 * const steady = userAgent(stickyPerHost(["shop-bot/1", "shop-bot/2"]));
 * ```
 */
export function stickyPerHost(agents: readonly string[]): UserAgentRotation {
  requireAgents("agents", agents);
  const list = [...agents];
  return {
    next: (url) => (list.length < 2 ? list[0] : list[hash(domainKey(url)) % list.length]),
  };
}

/** Throws unless `agents` is a list of User-Agent values. */
export function requireAgents(option: string, agents: readonly string[]): void {
  requireArray(option, agents);
  for (const agent of agents) requireAgent(option, agent);
}

function requireAgent(option: string, agent: unknown): void {
  if (typeof agent === "string" && agent.trim() !== "" && isHeaderValue(agent)) return;
  throw new TypeError(`Expected "${option}" to hold User-Agent values: got ${show(agent)}`);
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}
