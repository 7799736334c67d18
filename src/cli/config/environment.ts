import { UsageError } from "../usage-error.ts";
import { nearestOf } from "./did-you-mean.ts";
import { readSetting } from "./read-setting.ts";
import type { ConfiguredCommand, Setting } from "./setting.ts";
import { allSettings, settingsOf } from "./settings.ts";

/** A value that did not come from a flag. */
export interface Given {
  readonly setting: Setting;
  /** Undefined for an option that is taken away. */
  readonly value: unknown;
  readonly source: "env" | "config";
  readonly place: string;
}

/** What a process finds around it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variable that names a file of configuration. */
export const configVariable = "PAGODA_CONFIG";

/**
 * What the environment says of the options of a command. A variable that is empty says nothing.
 *
 * Throws a {@link UsageError} that names the variable for a value that cannot be read, and for each name of
 * ours that is of no option: whoever wrote it meant something that would not be done. What Kubernetes and
 * Docker tell of a service whose name begins with pagoda is left alone, as is what does not begin with `PAGODA_`.
 */
export function environmentValues(
  command: ConfiguredCommand,
  environment: Environment,
): readonly Given[] {
  requireKnownVariables(environment);
  return settingsOf(command)
    .map((setting) => givenBy(setting, environment[setting.variable] ?? ""))
    .filter((given) => given !== undefined);
}

function givenBy(setting: Setting, text: string): Given | undefined {
  if (text === "") return undefined;
  const place = setting.variable;
  const value = readSetting({ setting, said: saidBy(setting, text), name: place });
  if (setting.kind !== "off") return { setting, value, source: "env", place };
  return value === true ? { setting, value: undefined, source: "env", place } : undefined;
}

/** A list has an entry a line. */
function saidBy({ isOptional, kind }: Setting, text: string): unknown {
  const asSwitch = switches.get(text.toLowerCase()) ?? text;
  if (kind === "switch" || kind === "off") return asSwitch;
  if (isOptional && typeof asSwitch === "boolean") return asSwitch;
  if (kind === "list" || isOptional) return text.split("\n").filter((line) => line.trim() !== "");
  return kind === "whole" && /^\d+$/.test(text) ? Number(text) : text;
}

const switches: ReadonlyMap<string, boolean> = new Map(
  [true, false].flatMap((on) =>
    (on ? ["true", "1", "yes", "on"] : ["false", "0", "no", "off"]).map((word) => [word, on]),
  ),
);

const PREFIX = "PAGODA_";

/** `PAGODA_SERVICE_HOST`, `PAGODA_WEB_PORT_80_TCP_ADDR` and the like. */
const OF_A_SERVICE = /(?:^|_)(?:SERVICE_(?:HOST|PORT\w*)|PORT(?:_\d+_\w+)?)$|^(?:ENV_\w+|NAME)$/;

function requireKnownVariables(environment: Environment): void {
  const known = [configVariable, ...allSettings().map(({ variable }) => variable)];
  const ends = new Set(known.map((name) => name.slice(PREFIX.length)));
  const unknown = Object.keys(environment).filter((name) => {
    const end = name.slice(PREFIX.length);
    return name.startsWith(PREFIX) && !ends.has(end) && !OF_A_SERVICE.test(end);
  });
  if (unknown.length > 0) {
    throw new UsageError(
      `There is no variable ${unknown.map((name) => asked(name, ends)).join(", ")}`,
    );
  }
}

function asked(name: string, ends: Iterable<string>): string {
  const nearest = nearestOf(name.slice(PREFIX.length), ends);
  return nearest === undefined ? name : `${name} (did you mean ${PREFIX}${nearest}?)`;
}
