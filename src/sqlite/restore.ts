import type { Schedule } from "../engine/frontier/schedule.ts";
import type { SqliteFrontierPlan } from "./frontier-options.ts";
import type { RequestStore } from "./request-store.ts";
import type { StoredHolds } from "./stored-holds.ts";
import { StoredLine } from "./stored-line.ts";

/** What is needed to go on where an earlier process stood. */
export interface RestoreParts extends Pick<SqliteFrontierPlan, "clock" | "rank"> {
  readonly requests: RequestStore;
  readonly holds: StoredHolds;
}

/** Puts back what an earlier process left. What was to wait waits until the same time of day. */
export function restore(schedule: Schedule, { clock, holds, rank, requests }: RestoreParts): void {
  const wallMs = clock.wallMs();
  const instantOf = (wall: number): number => clock.now() + (wall - wallMs);
  const delayed = requests.delayed(wallMs); // which puts those back in line whose time has come
  for (const { host, priority, count } of requests.lines()) {
    const store = requests.line(host, priority);
    const line = new StoredLine({ store, isRanked: rank !== undefined, stored: count });
    schedule.restore(host, priority, line);
  }
  for (const { host, waiting, due } of delayed) schedule.delay(host, waiting, instantOf(due));
  for (const { host, until } of holds.restore(wallMs)) schedule.hold(host, instantOf(until));
}
