import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { request } from "pagoda/engine";
import { SqliteFrontier } from "pagoda/sqlite";

import { differs, firstOf, NotPlayed, playerOf, type Player } from "../case.ts";

interface SharedCase {
  readonly input: { readonly events: readonly string[] };
  /** What each worker has got at last. */
  readonly expect: Readonly<Record<string, string | null>>;
}

const worker = fileURLToPath(new URL("../scenarios/queue-worker.ts", import.meta.url));
const EVENT = /^(?:t=\d+ )?(?<name>\w+) (?<act>takes|dies)(?: (?<what>\w+))?$/;

/**
 * Plays workers as processes on one database. There are no times of leases: one process at a time has
 * the database, and when it dies the next has all that it held.
 */
const shared: Player = playerOf<SharedCase>(async ({ input: { events }, expect }) => {
  const folder = await mkdtemp(join(tmpdir(), "pagoda-shared-"));
  const file = join(folder, "queue.db");
  const steps = events.map((event) => EVENT.exec(event)?.groups);
  const names = new Set(steps.flatMap((step) => step?.["what"] ?? []));
  await filled(file, [...names]);
  const workers = new Map<string, ChildProcess>();
  const got = new Map<string, string | null>();
  try {
    for (const step of steps) {
      const { act, name = "" } = step ?? {};
      if (act === undefined)
        throw new NotPlayed(`events that are not understood: ${events.join()}`);
      if (act === "dies") await killed(workers.get(name));
      else got.set(name, await taken(file, (child) => void workers.set(name, child)));
    }
  } finally {
    for (const child of workers.values()) await killed(child);
    await rm(folder, { recursive: true });
  }
  return firstOf(
    ...Object.entries(expect).map(([name, what]) => differs(name, got.get(name), what)),
  );
});

/** Players of queues that several use. */
export const queueSharedPlayers: Readonly<Record<string, Player>> = { "queue.shared": shared };

async function filled(file: string, names: readonly string[]): Promise<void> {
  await using frontier = new SqliteFrontier({ file });
  frontier.add(names.map((name) => request(`http://a.test/${name}`)));
}

/** Has a worker take what is first. */
async function taken(file: string, keep: (child: ChildProcess) => void): Promise<string | null> {
  const child = spawn(process.execPath, ["--import", "tsx", worker, file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  keep(child);
  for await (const line of createInterface(child.stdout)) {
    return line === "none" ? null : new URL(line).pathname.slice(1);
  }
  throw new Error("A worker has ended");
}

async function killed(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}
