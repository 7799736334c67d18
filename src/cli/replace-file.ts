import { rename, rm, stat, writeFile } from "node:fs/promises";

import { removeUnfinished, temporaryFor } from "../engine/items/temporary-file.ts";
import { realFile } from "../sqlite/real-file.ts";
import { NamedPipe } from "./named-pipe.ts";

/**
 * Writes a file whole or not at all: to a temporary one beside it, which then takes its place. What a process
 * that was killed at that has left is removed.
 *
 * Of a link, that is the file it leads to. What is there and no regular file, such as a pipe, is
 * written to as it is; a pipe, when somebody reads it.
 */
export async function replaceFile(
  file: string,
  data: string | Uint8Array | Iterable<string>,
): Promise<void> {
  const there = await stat(file).catch(() => undefined);
  if (there?.isFIFO() === true) return writePipe(file, data);
  if (there && !there.isFile()) return writeFile(file, data);
  const target = realFile(file);
  const temporary = temporaryFor(target);
  await removeUnfinished(target);
  try {
    await writeFile(temporary, data);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writePipe(
  file: string,
  data: string | Uint8Array | Iterable<string>,
): Promise<void> {
  const pipe = await NamedPipe.open(file);
  const isWhole = typeof data === "string" || data instanceof Uint8Array;
  try {
    for (const piece of isWhole ? [data] : data) await pipe.write(piece);
  } finally {
    pipe.close();
  }
}
