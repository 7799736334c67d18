import { decodeHTML, decodeHTMLAttribute } from "entities/decode";

/**
 * Decodes the character references of an attribute's value, once.
 *
 * A named reference without its semicolon stays as it is before `=`, a letter or a digit, so that
 * `?a=1&copy=2` keeps its parameter.
 */
export function decodeAttribute(value: string): string {
  return value.includes("&") ? decodeHTMLAttribute(value) : value;
}

/** Decodes the character references of text, once. */
export function decodeText(text: string): string {
  return text.includes("&") ? decodeHTML(text) : text;
}
