import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

import type { Chance } from "../fuzz/chance.ts";
import { command, type CommandEnd } from "./crash-command.ts";
import type { CrashServer } from "./crash-server.ts";

/** How a process is ended. */
type Ending = "SIGKILL" | "SIGINT" | "SIGTERM" | "SIGINT twice" | "SIGINT, then SIGKILL";

/** When and how a process is ended. */
export interface Blow {
  readonly ending: Ending;
  /** After how many requests; 0 where it is as it starts. */
  readonly requests: number;
  /** How long after the last of them. */
  readonly ms: number;
  /** How long before the second signal. */
  readonly gapMs: number;
}

const STARTING_MS = 600;

/** Draws a blow that falls within so many requests. */
export function drawBlow(chance: Chance, requests: number): Blow {
  const isEarly = chance.is(0.1);
  return {
    ending: chance.oneOf<Ending>(
      "SIGKILL",
      "SIGKILL",
      "SIGKILL",
      "SIGKILL",
      "SIGINT",
      "SIGTERM",
      "SIGINT twice",
      "SIGINT, then SIGKILL",
    ),
    requests: isEarly ? 0 : chance.whole(1, requests),
    ms: chance.draw() * (isEarly ? STARTING_MS : 30),
    gapMs: chance.draw() * 60,
  };
}

/** Runs the command until it ends by itself, or by the blow that it gets. */
export function live(
  args: readonly string[],
  server: CrashServer,
  blow: Blow,
): Promise<CommandEnd> {
  const onStart = (child: ChildProcess): void => {
    if (blow.requests === 0) void fall(child, blow);
    else server.after(blow.requests, () => void fall(child, blow));
  };
  return command(args, { onStart });
}

async function fall(child: ChildProcess, { ending, gapMs, ms }: Blow): Promise<void> {
  await sleep(ms);
  child.kill(ending === "SIGKILL" || ending === "SIGTERM" ? ending : "SIGINT");
  if (ending !== "SIGINT twice" && ending !== "SIGINT, then SIGKILL") return;
  await sleep(gapMs);
  child.kill(ending === "SIGINT twice" ? "SIGINT" : "SIGKILL");
}
