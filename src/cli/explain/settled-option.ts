import { redactUrl } from "../../http/url/redact-url.ts";
import { defaultOf } from "../config/config-template.ts";
import type { Setting } from "../config/setting.ts";
import { durationText, sizeText } from "../units.ts";

/** An option, its value as it may be shown, and where that came from. */
export interface Settled {
  readonly name: string;
  /** Null where it is absent. */
  readonly value: string | null;
  /** A flag, a variable, a place in a file, or `default`. */
  readonly from: string;
}

/** What became of an option. No secret is in it. */
export function settledOption(
  setting: Setting,
  values: object,
  place: string | undefined,
): Settled {
  const { attribute, key, kind, table } = setting;
  const name = table === "" ? key : `${table}.${key}`;
  const value = valueIn(values, attribute);
  if (kind === "off") {
    const isOff = place !== undefined && value === undefined;
    const isThere = value === undefined ? null : "true";
    return { name, value: isOff ? "false" : isThere, from: isOff ? place : "default" };
  }
  if (place !== undefined) return { name, value: shown(setting, value), from: place };
  return { name, value: standardOf(setting, values), from: "default" };
}

/** What a file would be told to leave all as it is. */
function standardOf(setting: Setting, values: object): string | null {
  // By default there are cookies, but beside a cache.
  if (setting.key === "cookies" && valueIn(values, "cache") !== undefined) return "false";
  const standard = defaultOf(setting);
  return standard === undefined ? null : String(standard);
}

/** The value of an option, by its name among those that were read. */
export function valueIn(values: object, attribute: string): unknown {
  return new Map<string, unknown>(Object.entries(values)).get(attribute);
}

function shown(setting: Setting, value: unknown): string | null {
  const { isSecret, kind } = setting;
  if (value === undefined || (value === false && kind !== "switch")) return null;
  return isSecret ? secretText(value) : text(value, setting);
}

/** Of headers their names, of the URL of a proxy where it leads, of anything else that it is there. */
function secretText(value: unknown): string {
  if (Array.isArray(value)) {
    return value.map((line) => (Array.isArray(line) ? `${String(line[0])}: …` : "…")).join(", ");
  }
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : undefined;
  return url && url.host !== "" ? `${url.protocol}//${url.host}` : "…";
}

function text(value: unknown, setting: Setting): string {
  if (Array.isArray(value)) return value.map((one) => text(one, setting)).join(", ");
  if (typeof value === "number") return numberText(value, setting);
  if (typeof value === "string") return value.includes("://") ? redactUrl(value) : value;
  return JSON.stringify(value);
}

function numberText(value: number, { option: { flags } }: Setting): string {
  if (flags.includes("<time>")) return durationText(value);
  if (flags.includes("<size>")) return sizeText(value);
  return flags.includes("<share>") ? `${Number((value * 100).toPrecision(12))}%` : String(value);
}
