import type { Admission, Frontier, Lease } from "../../../src/engine/frontier/frontier.ts";
import type { Clock } from "../../../src/service/clock.ts";

/** A frontier that answers by promise, after waits of its own, as one that asks elsewhere would. */
export function slowFrontier(
  frontier: Frontier,
  { clock, waitsMs }: { readonly clock: Clock; readonly waitsMs: readonly number[] },
): Frontier {
  let asked = 0;
  const pause = (): Promise<void> => {
    const ms = waitsMs[asked++ % waitsMs.length] ?? 0;
    return ms === 0 ? Promise.resolve() : new Promise((resolve) => clock.timer(resolve, ms));
  };
  /** It may be heard late, and its answer may come late. */
  const late = async <T>(ask: () => T | Promise<T>): Promise<T> => {
    await pause();
    const answer = await ask();
    await pause();
    return answer;
  };
  return {
    add: (requests) => late<readonly Admission[]>(() => frontier.add(requests)),
    // What has become due meanwhile may come too.
    take: (max) => late<readonly Lease[]>(() => frontier.take(max, clock.now())),
    settle: (lease, outcome) => late(() => frontier.settle(lease, outcome)),
    fetched: (lease) => frontier.fetched(lease),
    hold: (host, until) => frontier.hold(host, until),
    whenReady: (context) => late(() => frontier.whenReady(context)),
    stats: () => frontier.stats(),
    hasSeen: (request) => frontier.hasSeen?.(request) ?? false,
    pending: () => frontier.pending?.() ?? [],
    [Symbol.asyncDispose]: () => late(async () => frontier[Symbol.asyncDispose]()),
  };
}
