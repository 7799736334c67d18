import { show } from "../../service/options.ts";

/** The name that stands for every agent no group names. */
export const anyAgent = "*";

// The RFC knows letters, "-" and "_" only; crawlers are also called MJ12bot and archive.org_bot.
const name = String.raw`[\p{L}\p{M}\p{N}._-]+`;
const leading = new RegExp(String.raw`^\s*(${name}|\*(?!\S))`, "u");
const compatible = new RegExp(String.raw`\bcompatible;\s*(${name})`, "iu");

/**
 * The name in a product token, a `User-Agent` value or a user-agent line, in lower case.
 *
 * It ends before a version, a blank or a wildcard.
 * A browser-like value speaks for the crawler it says it is compatible with.
 */
export function agentName(agent: string): string | undefined {
  const [, found] = compatible.exec(agent) ?? leading.exec(agent) ?? [];
  return found?.toLowerCase();
}

/** Whether a text names an agent: a product token or a `User-Agent` value, and not some words. */
export function isAgent(agent: unknown): agent is string {
  if (typeof agent !== "string" || agentName(agent) === undefined) return false;
  return compatible.test(agent) || !/^\s*[^\s/]+\s+[^\s(]/.test(agent);
}

/** Throws a `TypeError` unless the option names an agent. */
export function requireAgent(option: string, agent: unknown): string {
  if (isAgent(agent)) return agent;
  throw new TypeError(
    `Expected "${option}" to hold a product token, such as "shop-bot": got ${show(agent)}`,
  );
}

/** The names that `agent` answers to, the nearest first: its own, then what the RFC makes of it. */
export function agentNames(agent: string): readonly string[] {
  const own = agentName(agent) ?? "";
  const [token = ""] = /^[a-z_-]*/.exec(own) ?? [];
  return [own, token].filter((name) => name !== "");
}
