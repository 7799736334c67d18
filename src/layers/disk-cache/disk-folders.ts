import { lstatSync, mkdirSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";

import { systemClock } from "../../service/clock.ts";
import { foldersOf } from "./disk-names.ts";
import { codeOf, removeQuick } from "./quick-file.ts";

/** How long a folder is read from without another look at it, which costs a fifth of a read. */
const TRUSTED_MS = 1000;

const PRIVATE = 0o700;
/** Where folders cannot be opened, as on Windows, they cannot be flushed either. */
const NO_FLUSH: ReadonlySet<unknown> = new Set(["EISDIR", "EPERM", "EACCES", "EINVAL"]);

/**
 * The folders that files are in, in two levels of 16 each: as many as it takes to keep them short, and
 * few enough that a put seldom has to make one.
 *
 * What has the name of one and is none, such as a link that leads out, is never gone into.
 */
export class DiskFolders {
  readonly #dir: string;
  readonly #trusted = new Map<number, { readonly path: string; readonly until: number }>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** The path of the folder that a file is in. */
  pathOf(name: string): string {
    return `${this.#dir}/${foldersOf(name)[1]}`;
  }

  /** The path of a file that may be read: its folder is one, or was within the last second. */
  readablePath(name: string): string | undefined {
    const place = name.charCodeAt(0) * 256 + name.charCodeAt(1);
    const now = systemClock.now();
    const trusted = this.#trusted.get(place);
    if (trusted && now < trusted.until) return trusted.path + name;
    if (!this.isThere(name)) return undefined;
    const path = `${this.pathOf(name)}/`;
    this.#trusted.set(place, { path, until: now + TRUSTED_MS });
    return path + name;
  }

  /** Whether the folder of a file is one, now. */
  isThere(name: string): boolean {
    const [outer, inner] = foldersOf(name);
    return isFolder(`${this.#dir}/${outer}`) && isFolder(`${this.#dir}/${inner}`);
  }

  /** Makes the folder of a file, where there is none. */
  make(name: string): void {
    if (this.isThere(name)) return;
    makeAll(this.#dir);
    for (const folder of foldersOf(name)) makeFolder(`${this.#dir}/${folder}`);
  }

  /** Makes what was done in the folder of a file, and above it, outlive a power cut. */
  async flush(name: string): Promise<void> {
    const [outer, inner] = foldersOf(name);
    for (const folder of [inner, outer, ""]) await flushFolder(`${this.#dir}/${folder}`);
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * Makes a folder and those above it that are missing. Node's own way to do so never ends where a folder
 * is there and none can be made in it, such as `/proc`.
 */
function makeAll(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const above = dirname(path);
  if (above !== path) makeAll(above);
  try {
    mkdirSync(path, { mode: PRIVATE });
  } catch (error) {
    if (codeOf(error) !== "EEXIST" || !statSync(path).isDirectory()) throw error;
  }
}

function makeFolder(path: string): void {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory()) return;
  if (there) removeQuick(path);
  try {
    mkdirSync(path, { mode: PRIVATE });
  } catch (error) {
    if (codeOf(error) !== "EEXIST" || !isFolder(path)) throw error; // another process was faster
  }
}

async function flushFolder(path: string): Promise<void> {
  try {
    await using folder = await open(path);
    await folder.sync();
  } catch (error) {
    if (!NO_FLUSH.has(codeOf(error))) throw error;
  }
}
