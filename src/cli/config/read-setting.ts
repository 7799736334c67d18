import { dirname, isAbsolute, join } from "node:path";

import { InvalidArgumentError } from "commander";

import { show } from "../../service/options.ts";
import { fileOption, pathOption } from "../path-option.ts";
import { UsageError } from "../usage-error.ts";
import { didYouMean } from "./did-you-mean.ts";
import { saidValue } from "./said-value.ts";
import type { Setting } from "./setting.ts";

/** What was said of an option, and where. */
export interface Said {
  readonly setting: Setting;
  /** A text, a number, true or false, a list of texts; anything else is wrong. */
  readonly said: unknown;
  /** A number as it was written, for an error. */
  readonly written?: string | undefined;
  /** How an error names it: the key, or the variable. */
  readonly name: string;
  /** Where it stands in a file, for an error: `pagoda.toml:3:9`. */
  readonly place?: string;
  /** The file that paths are relative to. */
  readonly file?: string;
}

/** Reads a value as the flag would. Throws a {@link UsageError} that says where it stands. */
export function readSetting(of: Said): unknown {
  const { said, setting } = of;
  if (setting.kind === "switch" || setting.kind === "off") {
    if (typeof said === "boolean") return said;
    throw refusal(of, "true or false");
  }
  if (setting.isOptional && typeof said === "boolean") return said || undefined;
  const texts = textsOf(of);
  let value: unknown;
  for (const text of texts) value = readText(of, fromFile(of, text), value);
  return value;
}

/** The texts that flags would have. */
function textsOf(of: Said): readonly string[] {
  const { said, setting } = of;
  if (setting.kind === "list" || setting.isOptional) {
    const texts = Array.isArray(said) ? said : [said];
    if (texts.every((text) => typeof text === "string")) return texts;
    throw refusal(of, `a list of texts, each of which is ${expectation(setting)}`);
  }
  const isNumber = typeof said === "number";
  const isText = typeof said === "string" && setting.kind !== "whole";
  if (isText || (isNumber && (setting.kind === "whole" || isMeasure(setting)))) {
    return [String(said)];
  }
  throw refusal(of, expectation(setting));
}

function isMeasure({ option }: Setting): boolean {
  return /<(?:time|size|share)>/.test(option.flags);
}

function readText(of: Said, text: string, before: unknown): unknown {
  const { argChoices, parseArg } = of.setting.option;
  if (argChoices?.includes(text) === false) throw refusal(of, expectation(of.setting), text);
  requireNoSwitch(of, text);
  if (!parseArg) return text;
  try {
    return parseArg(text, before);
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(saidAt(of, phraseOf(error.message)));
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw refusal(of, phraseOf(error.message), typeof of.said === "number" ? of.said : text);
  }
}

const pathReaders: ReadonlySet<unknown> = new Set([fileOption, pathOption]);

/** Nobody wants a folder of that name, but perhaps to do without one. */
function requireNoSwitch(of: Said, text: string): void {
  const { key, kind, option } = of.setting;
  const [word = ""] = text.split(/[\\/]/).slice(-1);
  const isPlain = of.said === word && /^(?:true|false|yes|no|on|off)$/i.test(word);
  if (kind !== "text" || !isPlain || !pathReaders.has(option.parseArg)) return;
  const how = of.place === undefined ? "leave it empty" : "leave it out";
  const off = key === "cache" ? `, or PAGODA_NO_CACHE=true, or cache = false in [features]` : "";
  throw new UsageError(
    `${saidAt(of, "a path")}: got ${show(word)} (to do without: ${how}${off}; a path of that name is ./${word})`,
  );
}

/** A path in a file is relative to the folder of that file. */
function fromFile({ file, setting }: Said, text: string): string {
  const isPath = pathReaders.has(setting.option.parseArg) && text !== "" && text !== "-";
  if (file === undefined || !isPath || isAbsolute(text)) return text;
  return join(dirname(file), text);
}

function refusal(of: Said, expected: string, got: unknown = of.said): UsageError {
  const { option } = of.setting;
  const hint = typeof got === "string" ? didYouMean(got, option.argChoices ?? []) : "";
  return new UsageError(`${saidAt(of, expected)}: got ${shownIn(of, got)}${hint}`);
}

function shownIn({ setting, written }: Said, got: unknown): string {
  if (typeof got === "number" && written !== undefined && !setting.isSecret) return written;
  return saidValue(got, setting.isSecret);
}

function saidAt({ name, place }: Said, expected: string): string {
  return `${place === undefined ? "" : `${place}: `}Expected ${name} to be ${expected}`;
}

/** What an option expects, as its reader says of a text that it cannot read. */
function expectation({ option }: Setting): string {
  const { argChoices, parseArg } = option;
  if (argChoices) return `one of ${argChoices.join(", ")}`;
  for (const wrong of ["\0", ""]) {
    try {
      parseArg?.(wrong, undefined);
    } catch (error) {
      if (error instanceof Error) return phraseOf(error.message).replace(/: got .*$/s, "");
    }
  }
  return "a text";
}

/** `Expected a duration.` and `Expected --proxy to be a URL` without their first words. */
function phraseOf(message: string): string {
  return message.replace(/^Expected (?:--[\w-]+ to be )?/, "").replace(/\.$/, "");
}
