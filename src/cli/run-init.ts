import { rm, writeFile } from "node:fs/promises";

import { configTemplate } from "./config/config-template.ts";
import { codeOf, messageOf } from "./error-message.ts";
import { exitCodes } from "./exit-codes.ts";
import type { InitValues } from "./init-command.ts";
import { replaceFile } from "./replace-file.ts";
import { print } from "./standard-output.ts";
import { UsageError } from "./usage-error.ts";

/** Does `pagoda init`. Resolves to its exit code, rejects where no file can be written. */
export async function runInit(file: string, { force = false }: InitValues): Promise<number> {
  try {
    if (force) await replaceFile(file, configTemplate());
    else await writeNew(file, configTemplate());
  } catch (error) {
    throw new UsageError(codeOf(error) === "EEXIST" ? there(file) : unwritable(file, error));
  }
  await print(`Wrote ${file}: pagoda crawl --config ${file} https://example.com\n`);
  return exitCodes.done;
}

/** Nothing is written over, nor left half written. */
async function writeNew(file: string, text: string): Promise<void> {
  await writeFile(file, "", { flag: "wx" });
  try {
    await replaceFile(file, text);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

function there(file: string): string {
  return `Expected a file that is not there yet, or --force: got ${file}`;
}

function unwritable(file: string, error: unknown): string {
  return `Expected a file that can be written: got ${file} (${messageOf(error)})`;
}
