import { agentName } from "./robots-agent.ts";
import { type Directive, textOf } from "./robots-lines.ts";
import { allowedBy, type Rule } from "./robots-rules.ts";

/** What a file says to the agents of one name. */
export interface Group {
  readonly allows: (path: string) => boolean;
  readonly crawlDelayMs: number | undefined;
}

/**
 * Gathers the lines of a file by the names of agents.
 *
 * Names that share rules share one list of them: a file with many names and many rules costs
 * their sum, not their product.
 */
export function readGroups(directives: readonly Directive[]): ReadonlyMap<string, Group> {
  const groups = new Map<string, MergedGroup>();
  let rules: Rule[] = [];
  let listing = false; // between the first user-agent line of a group and its first rule
  let delayless: MergedGroup[] = []; // of this group, each listed since its last Crawl-delay

  const enter = (agent: string): void => {
    if (!listing) {
      rules = [];
      delayless = [];
    }
    listing = true;
    const name = agentName(agent);
    if (name === undefined) return;
    const group = groups.get(name) ?? new MergedGroup();
    groups.set(name, group);
    group.lists.add(rules);
    delayless.push(group);
  };

  for (const { name, value } of directives) {
    if (name === "user-agent") enter(textOf(value));
    if (name === "allow" || name === "disallow") {
      listing = false;
      if (value !== "") rules.push({ allow: name === "allow", path: value });
    }
    if (name === "crawl-delay" && isSeconds(value)) {
      for (const group of delayless) group.crawlDelayMs ??= Math.round(Number(value) * 1000);
      delayless = [];
    }
  }
  return groups;
}

class MergedGroup implements Group {
  readonly lists: Set<readonly Rule[]> = new Set();
  crawlDelayMs: number | undefined;
  #allows: ((path: string) => boolean) | undefined;

  allows(path: string): boolean {
    this.#allows ??= allowedBy([...this.lists].flat());
    return this.#allows(path);
  }
}

function isSeconds(value: string): boolean {
  return /^(?:\d+\.?\d*|\.\d+)$/.test(value) && Number.isFinite(Number(value) * 1000);
}
