import { setImmediate } from "node:timers/promises";

import { untyped } from "./untyped.ts";

const EVENTS = ["uncaughtException", "unhandledRejection"];

/** What the process reports as uncaught while `work` runs, instead of ending of it. */
export async function uncaughtDuring(work: () => unknown): Promise<readonly unknown[]> {
  const reported: unknown[] = [];
  const report = (error: unknown): void => void reported.push(error);
  const others = EVENTS.map((event) => process.rawListeners(event));
  for (const event of EVENTS) process.removeAllListeners(event).on(event, report);
  try {
    await work();
    await setImmediate();
  } finally {
    EVENTS.forEach((event, at) => {
      process.removeListener(event, report);
      for (const listener of others[at] ?? []) process.on(event, untyped(listener));
    });
  }
  return reported;
}
