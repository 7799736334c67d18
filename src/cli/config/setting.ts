import type { Option } from "commander";

import { marksOf } from "./option-marks.ts";

/** The commands whose options have other sources than the command line. */
export type ConfiguredCommand = "crawl" | "fetch";

/** The tables of a configuration file, the later overrule the earlier; `""` is what stands before all of them. */
export const tableNames = ["", "crawl", "fetch", "features"] as const;

export type TableName = (typeof tableNames)[number];

/** An option of the command, and what it is called elsewhere. */
export interface Setting {
  readonly option: Option;
  /** Its name in a file: that of the flag. */
  readonly key: string;
  /** Its name among the values that were read. */
  readonly attribute: string;
  /** Its environment variable. */
  readonly variable: string;
  readonly table: TableName;
  /**
   * `"switch"`: true or false. `"off"`: takes away what another option of that name sets. `"list"`:
   * texts. `"whole"`: a whole number. `"text"`: a text, or a number as one.
   */
  readonly kind: "switch" | "off" | "list" | "whole" | "text";
  /** Whether it can also do without a text: `true`. */
  readonly isOptional: boolean;
  readonly isSecret: boolean;
}

/** What an option is called in a file and in the environment. `others` are those of the same command. */
export function settingOf(option: Option, place: TableName, others: readonly Option[]): Setting {
  const { isFeature = false, isSecret = false } = marksOf(option);
  const name = option.name().replace(/^no-/, "");
  const isOff =
    option.negate && others.some((other) => other.name() === name && !other.isBoolean());
  const words = (isOff ? option.name() : name).toUpperCase().replaceAll("-", "_");
  return {
    option,
    key: name,
    attribute: option.attributeName(),
    variable: `PAGODA_${words}`,
    table: isFeature ? "features" : place,
    kind: isOff ? "off" : kindOf(option),
    isOptional: option.optional,
    isSecret,
  };
}

function kindOf(option: Option): Setting["kind"] {
  if (option.negate || option.isBoolean()) return "switch";
  if (marksOf(option).isList === true) return "list";
  return /<(?:count|number)>/.test(option.flags) ? "whole" : "text";
}
