import { agentName, requireAgent } from "../../http/robots/robots-agent.ts";
import type { HttpService } from "../../layers/http-stack/http-service.ts";
import { requireOptions } from "../../service/options.ts";
import type { PageRobots } from "../page/page-robots.ts";
import type { CrawlOptions } from "./crawl-options.ts";

/** By which name robots of a crawl go that does not say. */
const AGENT = "pagoda";

/** Which robots tags a crawl heeds: by default those of a stack that heeds robots.txt. */
export function robotsPlanOf(
  robots: CrawlOptions<unknown>["robots"],
  service: HttpService | undefined,
): PageRobots {
  if (robots === false) return { heeds: false };
  if (robots === undefined && service) return named(service.robotsAgent, hasRobots(service));
  const usual = service?.robotsAgent ?? AGENT;
  if (robots === undefined || robots === true) return named(usual, true);
  requireOptions("robots in crawl()", robots, { agent: true });
  return named(requireAgent("robots.agent", robots.agent ?? usual), true);
}

function named(agent: string | undefined, heeds: boolean): PageRobots {
  const name = agent === undefined ? undefined : agentName(agent);
  return { heeds, ...(name !== undefined && { agent: name }) };
}

/** A stack of the user's own need not tell of what it is made. */
function hasRobots(service: Partial<HttpService>): boolean {
  return service.describe?.().includes("robots") ?? false;
}
