import { show } from "../service/options.ts";

/** Whether this can be the name of a header: a token (RFC 9110, section 5.6.2). */
export function isHeaderName(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name);
}

/**
 * What stands for the name of a header, as an error may show it: up to what no name can hold, behind
 * which stands the value where both were written as one.
 */
export function shownName(name: unknown): string {
  return show(typeof name === "string" ? name.replace(/[^\w!#$%&'*+.^`|~-].*$/s, "…") : name);
}

/** Whether this can be the value of a header: bytes without controls, but tabs (section 5.5). */
export function isHeaderValue(value: string): boolean {
  return /^[\t\u0020-\u007E\u0080-\u00FF]*$/.test(value);
}
