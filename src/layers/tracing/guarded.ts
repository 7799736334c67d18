import { otel } from "./otel.ts";

const told = new WeakSet<object>();

/**
 * Does something with a part of the SDK; undefined where that throws, since telemetry fails no call.
 *
 * What it throws is told by `diag`, once of each part.
 */
export function guarded<T>(part: object, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    tell(part, error);
    return undefined;
  }
}

function tell(part: object, error: unknown): void {
  if (told.has(part)) return;
  told.add(part);
  try {
    otel().diag.error(`The OpenTelemetry SDK failed, pagoda goes on: ${String(error)}`);
  } catch {
    // A logger that throws leaves nobody to tell.
  }
}
