import { randomBytes } from "node:crypto";
import { lstatSync, readdirSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";

import { isFileName } from "./disk-names.ts";
import { createQuick, readQuick, unlinkQuick } from "./quick-file.ts";

/** How long nobody has known of a file before it counts as left over. */
const LEFT_OVER_MS = 60 * 60 * 1000;

/** Tells the temporary files of this thread from those of all that share the folder. */
const writer = randomBytes(6).toString("hex");
let written = 0;

/**
 * Files by name, each whole or not there, in two levels of 16 folders each: as many as it takes to
 * keep folders short, and few enough that a put seldom has to make one.
 */
export class DiskFiles {
  readonly #dir: string;
  readonly #swept = new Set<string>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** All bytes of a file; undefined where there is none. `bytes` is how many to expect. */
  read(name: string, bytes: number): Buffer | undefined | Promise<Buffer | undefined> {
    return readQuick(this.#path(name), bytes);
  }

  /** Writes a file in one step that others can see. `isKnown` tells which files must stay. */
  async write(
    name: string,
    parts: readonly Uint8Array[],
    isKnown: (name: string) => boolean,
  ): Promise<void> {
    const folder = this.#folder(name);
    const temporary = `${folder}/${name}.${writer}-${++written}.tmp`;
    try {
      await createQuick(temporary, parts);
      this.#sweep(folder, temporary, isKnown);
      renameSync(temporary, this.#path(name));
    } catch (error) {
      unlinkQuick(temporary);
      throw error;
    }
  }

  /** Removes files; many of them without holding up the process. */
  async remove(names: readonly string[]): Promise<void> {
    const paths = names.map((name) => this.#path(name));
    if (paths.length === 1) paths.forEach(unlinkQuick);
    else for (const path of paths) await rm(path, { force: true });
  }

  #path(name: string): string {
    return `${this.#folder(name)}/${name}`;
  }

  #folder(name: string): string {
    return `${this.#dir}/${name.charAt(0)}/${name.charAt(1)}`;
  }

  /** Removes what others left in a folder that this store has not written to before. */
  #sweep(folder: string, fresh: string, isKnown: (name: string) => boolean): void {
    if (this.#swept.has(folder)) return;
    this.#swept.add(folder);
    const strangers = readdirSync(folder).filter((name) => isOurs(name) && !isKnown(name));
    const leftBefore = lstatSync(fresh).mtimeMs - LEFT_OVER_MS; // by the clock of the file system
    for (const path of strangers.map((name) => `${folder}/${name}`)) {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (stats?.isFile() && stats.mtimeMs < leftBefore) unlinkQuick(path);
    }
  }
}

function isOurs(name: string): boolean {
  return isFileName(name.replace(/\.[\da-f]+-\d+\.tmp$/, ""));
}
