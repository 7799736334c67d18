import type { StatsEvery } from "../../engine/life/stats-every.ts";
import type { CrawlValues } from "../crawl-command.ts";
import { messageOf } from "../error-message.ts";

/** The option of a crawl that writes its figures as often as was asked for, if it was. */
export function metricsEvery(
  { metricsInterval: ms }: Pick<CrawlValues, "metricsInterval">,
  write: () => Promise<void>,
  tell: (line: string) => void,
): { readonly statsEvery?: StatsEvery } {
  if (ms === undefined) return {};
  // The crawl goes on: at its end they may be written, and that must not fail.
  const onFailure = (error: unknown): void => tell(messageOf(error));
  return { statsEvery: { ms, tell: () => write().catch(onFailure) } };
}
