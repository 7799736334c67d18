import { draw } from "../../service/chance.ts";
import type { MemoryFrontierOptions } from "../frontier/memory-frontier.ts";

/**
 * An order in which requests of one depth are drawn by a seed, and not taken as they came.
 *
 * A score of the user's own is left as it is.
 */
export function seededOrder(
  seed: number,
  { order = "breadth-first", score }: Pick<MemoryFrontierOptions, "order" | "score">,
): Pick<MemoryFrontierOptions, "order" | "score"> {
  if (score !== undefined || order === "best-first") return { order, score };
  const sign = order === "depth-first" ? 1 : -1;
  return {
    order: "best-first",
    score: ({ depth, method, url }) => sign * depth + draw(seed, method, url),
  };
}
