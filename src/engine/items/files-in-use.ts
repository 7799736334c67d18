import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";

/** Those that this process writes to, by what the system knows them by. */
const inUse = new Set<string>();

/** Throws where somebody in this process writes to a file: two would spoil each other's lines. */
export async function requireUnused(file: string): Promise<void> {
  const there = await stat(file).catch(() => undefined);
  if (!there || !inUse.has(idOf(there))) return;
  throw new Error(`Expected a file of its own for each sink: got ${file}, which another writes to`);
}

/** Notes that a file is in use until what it gives is disposed of; a pipe or a device may be shared. */
export function use(stats: Stats): Disposable {
  const id = idOf(stats);
  if (stats.isFile()) inUse.add(id);
  return { [Symbol.dispose]: () => void inUse.delete(id) };
}

/** What the system knows a file by, whatever its name. */
export function idOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}
