import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The bytes of memory that are still reachable. */
export async function heapUsed(): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  await setImmediate();
  collect();
  return process.memoryUsage().heapUsed;
}
