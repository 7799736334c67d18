import { randomUUID } from "node:crypto";
import { realpath, rename, rm, stat, writeFile } from "node:fs/promises";

/**
 * Writes a file whole or not at all: to a temporary one beside it, which then takes its place.
 *
 * What is there and no regular file, such as a pipe, is written to as it is.
 */
export async function replaceFile(file: string, data: string | Uint8Array): Promise<void> {
  const there = await stat(file).catch(() => undefined);
  if (there && !there.isFile()) return writeFile(file, data);
  const target = there ? await realpath(file) : file;
  const temporary = `${target}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, data);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
