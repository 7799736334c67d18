import { redactUrl } from "../../http/url/redact-url.ts";
import { codeOf, messageOf } from "../error-message.ts";

/** What a record tells of a value. */
type Fact = string | number | boolean | readonly string[] | { readonly [name: string]: Fact };

/**
 * What an event adds, as a record tells it: numbers, whole ones of milliseconds, texts, and of errors and responses what can be
 * told in a few words.
 *
 * URLs are as `redactUrl` shows them, in messages too. Bodies, headers and whatever else is no plain
 * value stay out.
 */
export function factsOf(detail: object): Readonly<Record<string, Fact>> {
  const facts = Object.entries(detail).map(
    ([name, value]) => [name, factNamed(name, value)] as const,
  );
  return Object.fromEntries(facts.filter((pair): pair is [string, Fact] => pair[1] !== undefined));
}

/** What can be told of an error: its class, its code if it has one, and why, with its causes. */
export function errorFacts(error: unknown): Readonly<Record<string, Fact>> {
  const name = error instanceof Error ? error.name : typeof error;
  const code = codeOf(error);
  return {
    name,
    ...(code !== undefined && { code }),
    message: withoutSecrets(messageOf(error)),
  };
}

/** Of times whole milliseconds: what comes behind the point is chance. */
function factNamed(name: string, value: unknown): Fact | undefined {
  return factOf(name.endsWith("Ms") && typeof value === "number" ? Math.round(value) : value);
}

function factOf(value: unknown): Fact | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "boolean") return value;
  if (typeof value === "string") return redactUrl(value);
  return typeof value === "object" && value !== null ? factOfObject(value) : undefined;
}

function factOfObject(value: object): Fact | undefined {
  if (value instanceof Error) return errorFacts(value);
  if (Array.isArray(value)) return value.filter(isString).map((text) => redactUrl(text));
  if ("status" in value && typeof value.status === "number") return { status: value.status };
  return isPlain(value) ? factsOf(value) : undefined;
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A text in which URLs are as `redactUrl` shows them. */
export function withoutSecrets(message: string): string {
  return message.replaceAll(/\bhttps?:\/\/[^\s"'<>()]+/gi, (url) => redactUrl(url));
}
