import { redactUrl } from "../../http/url/redact-url.ts";
import { defaultOf } from "../config/config-template.ts";
import type { Setting } from "../config/setting.ts";
import { readableBytes, readableTime } from "../readable.ts";

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
  const name = kind === "off" ? `no-${key}` : key;
  if (kind === "off") {
    const isOff = place !== undefined && valueIn(values, attribute) === undefined;
    return { name: `${table}.${name}`, value: String(isOff), from: isOff ? place : "default" };
  }
  return {
    name: table === "" ? name : `${table}.${name}`,
    value: shown(setting, valueIn(values, attribute), place === undefined),
    from: place ?? "default",
  };
}

function valueIn(values: object, attribute: string): unknown {
  return new Map<string, unknown>(Object.entries(values)).get(attribute);
}

function shown(setting: Setting, value: unknown, isDefault: boolean): string | null {
  const { isSecret, kind } = setting;
  if (isDefault) {
    const standard = defaultOf(setting);
    return standard === undefined ? null : String(standard);
  }
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
  if (flags.includes("<time>")) return readableTime(value);
  if (flags.includes("<size>")) return readableBytes(value);
  return flags.includes("<share>") ? `${value * 100}%` : String(value);
}
