import { setImmediate } from "node:timers/promises";

/** What the process reports as uncaught while `work` runs, instead of ending of it. */
export async function uncaughtDuring(work: () => unknown): Promise<readonly unknown[]> {
  const reported: unknown[] = [];
  const report = (error: unknown): void => void reported.push(error);
  const listeners = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException").on("uncaughtException", report);
  try {
    await work();
    await setImmediate();
  } finally {
    process.removeListener("uncaughtException", report);
    for (const listener of listeners) process.on("uncaughtException", listener);
  }
  return reported;
}
