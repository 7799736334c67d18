import type { Option } from "commander";

/** What the definition of an option has no field for. */
interface Marks {
  readonly isList?: boolean;
  readonly isFeature?: boolean;
  readonly isSecret?: boolean;
}

const known = new WeakMap<Option, Marks>();

/** What an option was marked as. */
export function marksOf(option: Option): Marks {
  return known.get(option) ?? {};
}

/** Marks an option that may be given several times, and says so in its help. */
export function repeatable(option: Option): Option {
  option.description += " (repeatable)";
  return marked(option, { isList: true });
}

/** Marks an option that switches a part of the stack on or off. */
export function feature(option: Option): Option {
  return marked(option.helpGroup("Parts of the stack:"), { isFeature: true });
}

/** Marks an option whose value is not shown. */
export function secret(option: Option): Option {
  return marked(option, { isSecret: true });
}

function marked(option: Option, marks: Marks): Option {
  known.set(option, { ...marksOf(option), ...marks });
  return option;
}
