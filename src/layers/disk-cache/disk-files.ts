import { lstatSync, readdirSync } from "node:fs";

import { systemClock } from "../../service/clock.ts";
import { clearOtherVersions } from "./disk-clear.ts";
import { fileLength } from "./disk-entry.ts";
import { DiskFolders } from "./disk-folders.ts";
import { isFileName, temporaryName, writerOf } from "./disk-names.ts";
import { hasEnded } from "./process-mark.ts";
import {
  createQuick,
  readQuick,
  removeIfPossible,
  removeQuick,
  replaceQuick,
} from "./quick-file.ts";

/** How old a file is that counts as left over: one that nobody knows of, and one that may be being written. */
const UNKNOWN_MS = 60 * 1000;
const UNFINISHED_MS = 60 * 60 * 1000;

/** How long a folder is written to without another look for what was left in it. */
const SWEPT_MS = 10 * 60 * 1000;

const NOTHING = Buffer.alloc(0);

/** A file that is written, and that nobody sees yet. */
export interface HiddenFile {
  /** Gives it its name, in one step. */
  readonly show: () => void;
  readonly discard: () => void;
}

/** Files by name, each whole or not there. */
export class DiskFiles {
  readonly #dir: string;
  readonly #folders: DiskFolders;
  readonly #sweptUntil = new Map<string, number>();
  #cleaning: Promise<void> | undefined;

  constructor(dir: string) {
    this.#dir = dir;
    this.#folders = new DiskFolders(dir);
  }

  /**
   * All bytes of a file, of which so many are expected; undefined where there is none, and no bytes
   * where what is there cannot be a file of ours.
   */
  read(name: string, expected: number): Buffer | undefined | Promise<Buffer | undefined> {
    const path = this.#folders.readablePath(name);
    return path === undefined ? NOTHING : readQuick(path, expected, fileLength);
  }

  /** Writes a file that is not to be seen yet. `isKnown` tells which files must stay. */
  async write(
    name: string,
    parts: readonly Uint8Array[],
    isKnown: (name: string) => boolean,
    flushes: boolean,
  ): Promise<HiddenFile> {
    this.#folders.make(name);
    const folder = this.#folders.pathOf(name);
    const temporary = `${folder}/${temporaryName(name)}`;
    const discard = (): void => removeIfPossible(temporary);
    try {
      await createQuick(temporary, parts, flushes);
      this.#sweep(folder, temporary, isKnown);
      // What cannot be removed is in nobody's way.
      await (this.#cleaning ??= clearOtherVersions(this.#dir).catch(() => {}));
    } catch (error) {
      discard();
      throw error;
    }
    return { show: () => replaceQuick(temporary, `${folder}/${name}`), discard };
  }

  /** Makes a file that was shown outlive a power cut. */
  flush(name: string): Promise<void> {
    return this.#folders.flush(name);
  }

  /** Removes a file, or what has its name. */
  remove(name: string): void {
    if (this.#folders.isThere(name)) removeQuick(this.#path(name));
  }

  /** The same, as far as that can be done. */
  discard(name: string): void {
    if (this.#folders.isThere(name)) removeIfPossible(this.#path(name));
  }

  #path(name: string): string {
    return `${this.#folders.pathOf(name)}/${name}`;
  }

  /** Removes what was left in a folder, unless that was done a while ago. */
  #sweep(folder: string, fresh: string, isKnown: (name: string) => boolean): void {
    const now = systemClock.now();
    if (now < (this.#sweptUntil.get(folder) ?? -Infinity)) return;
    this.#sweptUntil.set(folder, now + SWEPT_MS);
    const { mtimeMs } = lstatSync(fresh); // by the clock of the file system
    for (const name of readdirSync(folder)) {
      const path = `${folder}/${name}`;
      if (this.#folders.pathOf(name) !== folder) continue; // another's, by chance of that form
      if (isLeft(name, () => ageOf(path, mtimeMs), isKnown)) removeIfPossible(path);
    }
  }
}

function isLeft(name: string, ageMs: () => number, isKnown: (name: string) => boolean): boolean {
  const writer = writerOf(name);
  if (writer !== undefined) return hasEnded(writer) || ageMs() > UNFINISHED_MS;
  return isFileName(name) && !isKnown(name) && ageMs() > UNKNOWN_MS;
}

/** How long ago a file was written; it is as if that were now, where there is no file. */
function ageOf(path: string, now: number): number {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats && !stats.isDirectory() ? now - stats.mtimeMs : 0;
}
