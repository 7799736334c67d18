import { show } from "../../service/options.ts";

/** What JSON can hold. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json };

/** A copy of the value that cannot be changed. Throws unless JSON holds it without a loss; tells where it does not. */
export function frozenJson(option: string, value: unknown): Json {
  return copy(option, value, []);
}

function copy(path: string, value: unknown, within: readonly unknown[]): Json {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (typeof value !== "object" || within.includes(value) || !isPlain(value)) {
    throw new TypeError(`Expected "${path}" to be JSON: got ${show(value)}`);
  }
  const inside = [...within, value];
  if (Array.isArray(value)) {
    return Object.freeze(Array.from(value, (part, at) => copy(`${path}.${at}`, part, inside)));
  }
  const parts = Object.entries(value);
  return Object.freeze(
    Object.fromEntries(parts.map(([name, part]) => [name, copy(`${path}.${name}`, part, inside)])),
  );
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
