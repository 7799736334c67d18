import { inspect } from "node:util";

import { crawlEvents } from "../../src/engine/crawl-events.ts";
import { layerEvents } from "../../src/service/events.ts";
import { Telemetry } from "./telemetry.ts";

/** All that anybody is told while `work` runs: events, spans, measurements, warnings, and its result. */
export async function toldDuring(
  work: (telemetry: Telemetry) => Promise<readonly unknown[]>,
): Promise<readonly string[]> {
  const telemetry = new Telemetry();
  const told: unknown[] = [];
  const listen = (message: unknown): void => void told.push(...textsOf(message)); // as it is now
  const channels = [layerEvents, crawlEvents];
  for (const channel of channels) channel.subscribe(listen);
  process.on("warning", listen);
  try {
    told.push(...(await work(telemetry)));
  } finally {
    for (const channel of channels) channel.unsubscribe(listen);
    process.off("warning", listen);
  }
  for (const { name, attributes, events, status } of telemetry.spans) {
    told.push({ name, attributes, events, status });
  }
  told.push(await telemetry.measured());
  return told.flatMap(textsOf);
}

/** A thing in all the ways in which it comes into a log. */
export function textsOf(thing: unknown): readonly string[] {
  if (typeof thing === "string") return [thing];
  const error = thing instanceof Error ? [thing.message, thing.stack ?? ""] : [];
  const cause = thing instanceof Error && thing.cause !== undefined ? textsOf(thing.cause) : [];
  const json = jsonOf(thing);
  return [inspect(thing, { depth: Infinity }), String(thing), json, ...error, ...cause];
}

/** Without circles, which a logger cuts too. */
function jsonOf(thing: unknown): string {
  const above = new Set<unknown>();
  return (
    JSON.stringify(thing, (_, value: unknown) => {
      if (typeof value === "bigint") return String(value);
      if (typeof value !== "object" || value === null) return value;
      if (above.has(value)) return "circular";
      above.add(value);
      return value;
    }) ?? ""
  );
}
