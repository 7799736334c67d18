import { type Command, Option } from "commander";

import { fileOption } from "../path-option.ts";
import { UsageError } from "../usage-error.ts";
import { configVariable, type Environment, environmentValues, type Given } from "./environment.ts";
import type { ConfiguredCommand, Setting } from "./setting.ts";
import { settingsOf } from "./settings.ts";

const placesOf = new WeakMap<Command, Map<string, string>>();

/**
 * Gives a command its options, by flags, and by a file and environment variables too: flags count before
 * variables, those before the file, and that before defaults.
 *
 * What a file or a variable switches on, a flag switches off: to each switch there is its opposite. A value
 * that counts for more also puts out those it contradicts.
 */
export function configured(
  command: Command,
  as: ConfiguredCommand,
  environment: Environment = process.env,
): Command {
  for (const setting of settingsOf(as)) {
    command.addOption(setting.option);
    if (setting.kind === "switch") command.addOption(opposite(setting).hideHelp());
  }
  return command
    .addOption(
      new Option("--config <file>", "read options from this file too, see pagoda init").argParser(
        fileOption,
      ),
    )
    .addHelpText("after", help)
    .hook("preAction", () => configure(command, as, environment));
}

/** The options, by their names among the values, that have one which is no default. */
export function givenIn(command: Command): ReadonlySet<string> {
  const names = command.options.map((option) => option.attributeName());
  return new Set(
    names.filter((name) => !["default", undefined].includes(command.getOptionValueSource(name))),
  );
}

/** Where the value of an option came from: a variable, a place in a file, a flag; undefined: its default. */
export function placeOf(command: Command, setting: Setting): string | undefined {
  const { attribute, option } = setting;
  const place = placesOf.get(command)?.get(attribute);
  if (place !== undefined) return place;
  if (command.getOptionValueSource(attribute) !== "cli") return undefined;
  const isOpposite =
    setting.kind === "switch" && command.getOptionValue(attribute) === option.negate;
  return (isOpposite ? opposite(setting) : option).long;
}

const help = `
Every option can also be given by a variable, such as PAGODA_MAX_BYTES=5MB or PAGODA_COOKIES=false, and in a
file: --config pagoda.toml, or PAGODA_CONFIG. Flags count before variables, those before the file.`;

function opposite({ key, option }: Setting): Option {
  return new Option(option.negate ? `--${key}` : `--no-${key}`);
}

async function configure(
  command: Command,
  as: ConfiguredCommand,
  environment: Environment,
): Promise<void> {
  const places = new Map<string, string>();
  placesOf.set(command, places);
  takeAway(command, settingsOf(as));
  put(command, places, environmentValues(as, environment));
  const file = configFileOf(command, environment);
  if (file === undefined) return;
  command.setOptionValueWithSource("config", file, command.getOptionValueSource("config") ?? "env");
  const { configValues } = await import("./config-file.ts"); // not needed where there is none
  put(command, places, await configValues(as, file));
}

function configFileOf(command: Command, environment: Environment): string | undefined {
  const { config } = command.opts<{ readonly config?: string }>();
  return config ?? (environment[configVariable] || undefined);
}

/** Commander's false for an option that its `--no-` takes away is no value of that option. */
function takeAway(command: Command, settings: readonly Setting[]): void {
  for (const { attribute, kind } of settings) {
    if (kind !== "off" || command.getOptionValue(attribute) !== false) continue;
    command.setOptionValueWithSource(attribute, undefined, "cli");
  }
}

/** Puts in what no source that counts for more has said or contradicted. */
function put(command: Command, places: Map<string, string>, given: readonly Given[]): void {
  const before = givenIn(command);
  const added = new Map<string, Given>();
  for (const one of given) {
    const { attribute } = one.setting;
    const rivals = rivalsOf(command, attribute);
    const contradicts = (name: string): boolean =>
      before.has(name) && isOn(command.getOptionValue(name));
    if (before.has(attribute) || (isOn(one.value) && rivals.some(contradicts))) continue;
    requireNoRival(one, rivals, added);
    added.set(attribute, one);
  }
  for (const [attribute, { place, source, value }] of added) {
    command.setOptionValueWithSource(attribute, value, source);
    places.set(attribute, place);
  }
}

function requireNoRival(
  { place, setting, value }: Given,
  rivals: readonly string[],
  added: ReadonlyMap<string, Given>,
): void {
  const rival = rivals.map((name) => added.get(name)).find((other) => other && isOn(other.value));
  if (!rival || !isOn(value)) return;
  throw new UsageError(
    `${place}: Expected ${setting.key} or ${rival.setting.key} (${rival.place}): got both`,
  );
}

/** The options that cannot stand beside this one. */
function rivalsOf(command: Command, attribute: string): readonly string[] {
  return command.options.flatMap((option) => {
    const name = option.attributeName();
    const conflicts = conflictsOf(option);
    if (name === attribute) return conflicts;
    return conflicts.includes(attribute) ? [name] : [];
  });
}

/** Commander declares no such property. */
function conflictsOf(option: Option): readonly string[] {
  const conflicts: unknown = "conflictsWith" in option ? option.conflictsWith : [];
  return Array.isArray(conflicts) ? conflicts.filter((name) => typeof name === "string") : [];
}

function isOn(value: unknown): boolean {
  return value !== undefined && value !== false;
}
