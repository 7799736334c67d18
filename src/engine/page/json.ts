import { show } from "../../service/options.ts";

/** What JSON can hold. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json };

/** Throws unless JSON holds the value without a loss; tells where it does not. */
export function requireJson(option: string, value: unknown): void {
  visit(option, value, []);
}

function visit(path: string, value: unknown, within: readonly unknown[]): void {
  if (value === null || typeof value === "string" || typeof value === "boolean") return;
  if (Number.isFinite(value)) return;
  if (typeof value !== "object" || within.includes(value) || !isPlain(value)) {
    throw new TypeError(`Expected "${path}" to be JSON: got ${show(value)}`);
  }
  const inside = [...within, value];
  const parts = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [name, part] of parts) visit(`${path}.${name}`, part, inside);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
