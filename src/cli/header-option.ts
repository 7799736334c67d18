import { InvalidArgumentError } from "commander";

import { isHeaderName, isHeaderValue } from "../http/header-syntax.ts";
import { UsageError } from "./usage-error.ts";

/** A header as it is sent. */
export type HeaderLine = readonly [name: string, value: string];

/** What is the affair of the connection, not of who asks. */
const UNSENDABLE = /^(?:content-length|expect|keep-alive|transfer-encoding|upgrade)$/i;

/**
 * Reads `NAME: VALUE` and adds it to those before it.
 *
 * On what would not be sent it throws a {@link UsageError}, since what commander makes of an
 * `InvalidArgumentError` shows the line, and the secret in it.
 */
export function headerOption(text: string, known: HeaderLine[] = []): HeaderLine[] {
  const [, name = "", value = ""] = /^([^:]*):(.*)$/s.exec(text) ?? [];
  if (!isHeaderName(name) || !isHeaderValue(value)) {
    throw new UsageError('Expected --header to be "NAME: VALUE", such as "Accept-Language: de"');
  }
  const line: HeaderLine = [name, value.trim()];
  if (!canBeSent(line, known)) {
    throw new UsageError(`Expected --header to be one that can be sent: got ${name}`);
  }
  known.push(line); // in place: a copy for each would take long where there are many
  return known;
}

/** Reads a value of User-Agent and adds it to those before it. */
export function userAgentOption(text: string, known: string[] = []): string[] {
  if (text.trim() === "" || !isHeaderValue(text)) {
    throw new InvalidArgumentError("Expected text for a header, such as shop-bot/1.0.");
  }
  known.push(text);
  return known;
}

function canBeSent([name, value]: HeaderLine, known: readonly HeaderLine[]): boolean {
  if (/^connection$/i.test(name))
    return value.split(",").every((part) => isHeaderName(part.trim()));
  const isSecondHost = /^host$/i.test(name) && known.some(([other]) => /^host$/i.test(other));
  return !UNSENDABLE.test(name) && !isSecondHost;
}
