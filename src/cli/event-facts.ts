import { redactUrl } from "../http/url/redact-url.ts";
import { codeOf } from "./error-message.ts";

/** What an event adds, a few words each: `wait 200.0 ms`, `status 503`, `error timeout`. */
export function factsOf(detail: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(detail).flatMap(([name, value]) => factOf(name, value));
}

function factOf(name: string, value: unknown): readonly string[] {
  if (typeof value === "number") return [`${name.replace(/Ms$/, "")} ${shown(name, value)}`];
  if (typeof value === "string") return [`${name} ${redactUrl(value)}`];
  if (typeof value !== "object" || value === null) return [];
  if (value instanceof Error) return [`${name} ${codeOf(value) ?? value.message}`];
  if ("status" in value) return [`status ${String(value.status)}`];
  return factsOf({ ...value }); // outcomes and verdicts tell by their parts
}

function shown(name: string, value: number): string {
  return name.endsWith("Ms") ? `${value.toFixed(1)} ms` : String(value);
}
