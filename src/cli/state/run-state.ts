import { readStatus } from "../../sqlite/read-status.ts";
import { readStory } from "../../sqlite/read-story.ts";
import { retryFailed } from "../../sqlite/retry-failed.ts";
import { exitCodes } from "../exit-codes.ts";
import { printable, printableJson } from "../printable.ts";
import { counted } from "../readable.ts";
import { print } from "../standard-output.ts";
import type { JsonValues, RetryFailedValues, StateTasks } from "../state-commands.ts";
import { requireReason } from "./retry-reason.ts";
import { runExport } from "./run-export.ts";
import { statusLines } from "./status-lines.ts";
import { storyLines } from "./story-lines.ts";
import { asUsage } from "./usage-of-database.ts";

/** What the commands for databases do. */
export const stateTasks: StateTasks = {
  status: runStatus,
  why: runWhy,
  retryFailed: runRetryFailed,
  export: runExport,
};

async function runStatus(file: string, { json = false }: JsonValues): Promise<number> {
  const status = asUsage(() => readStatus(file));
  await print(json ? `${printableJson(status)}\n` : textOf(statusLines(status, Date.now())));
  return exitCodes.done;
}

async function runWhy(file: string, url: string, { json = false }: JsonValues): Promise<number> {
  const story = asUsage(() => readStory(file, url));
  await print(json ? `${printableJson(story)}\n` : textOf(storyLines(story, Date.now())));
  return story.fate === "unknown" ? exitCodes.failed : exitCodes.done;
}

async function runRetryFailed(file: string, which: RetryFailedValues): Promise<number> {
  const count = asUsage(() => retryFailed(file, which));
  if (count === 0 && which.reason !== undefined) requireReason(which.reason, file);
  await print(`${counted(count, "request")} ${count === 1 ? "waits" : "wait"} again\n`);
  return exitCodes.done;
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${printable(line)}\n`).join("");
}
