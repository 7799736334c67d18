import { Command } from "commander";

import { configured } from "../../../src/cli/config/configured.ts";
import type { Environment } from "../../../src/cli/config/environment.ts";
import type { ConfiguredCommand } from "../../../src/cli/config/setting.ts";

/** What a command would act on, given these flags and this environment. */
export async function valuesOf(
  as: ConfiguredCommand,
  flags: readonly string[],
  environment: Environment = {},
): Promise<Readonly<Record<string, unknown>>> {
  let values: Readonly<Record<string, unknown>> = {};
  const command = new Command(as)
    .exitOverride()
    .configureOutput({ writeErr() {} })
    .action((given: Readonly<Record<string, unknown>>) => void (values = given));
  await configured(command, as, environment).parseAsync(flags, { from: "user" });
  return values;
}
