import { copyFileSync, existsSync } from "node:fs";

/** Copies a database as it is on the disk at this instant, as a process that is killed leaves it. */
export function killedCopy(file: string, to: string): string {
  for (const part of ["", "-wal", "-journal"]) {
    if (existsSync(file + part)) copyFileSync(file + part, to + part);
  }
  return to;
}
