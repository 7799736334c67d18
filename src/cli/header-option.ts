import { InvalidArgumentError } from "commander";

import { isHeaderName, isHeaderValue } from "../http/header-syntax.ts";

/** A header as it is sent. */
export type HeaderLine = readonly [name: string, value: string];

/** Reads `NAME: VALUE` and adds it to those before it. */
export function headerOption(
  text: string,
  known: readonly HeaderLine[] = [],
): readonly HeaderLine[] {
  const [, name = "", value = ""] = /^([^:]*):(.*)$/s.exec(text) ?? [];
  if (!isHeaderName(name) || !isHeaderValue(value)) {
    throw new InvalidArgumentError('Expected "NAME: VALUE", such as "Accept-Language: de".');
  }
  return [...known, [name, value.trim()]];
}

/** Reads a value of User-Agent and adds it to those before it. */
export function userAgentOption(text: string, known: readonly string[] = []): readonly string[] {
  if (text.trim() === "" || !isHeaderValue(text)) {
    throw new InvalidArgumentError("Expected text for a header, such as shop-bot/1.0.");
  }
  return [...known, text];
}
