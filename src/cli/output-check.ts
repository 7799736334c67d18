import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname } from "node:path";

import { realFile } from "../sqlite/real-file.ts";
import { codeOf, reasonOf } from "./error-message.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Rejects with a {@link UsageError} unless the file can be written to. Creates nothing, and opens
 * nothing.
 */
export async function requireWritableFile(option: string, file: string): Promise<void> {
  const there = await statOf(option, file);
  if (there?.isDirectory() === true) throw refusal(option, "a file", file, "a folder");
  if (there) await requireAccess(option, file, file);
  else await requireFolder(option, file);
}

/**
 * Rejects with a {@link UsageError} unless a new file can take the place of this one. Creates nothing.
 *
 * What is there and no regular file, such as a pipe, is written to.
 */
export async function requireReplaceableFile(option: string, file: string): Promise<void> {
  await requireWritableFile(option, file);
  const there = await statOf(option, file);
  if (there?.isFile() === true) await requireFolder(option, file);
}

/** Throws a {@link UsageError} if two options name one file or folder, be it by a link. */
export function requireDifferent(outputs: Readonly<Record<string, string | undefined>>): void {
  const known = new Map<string, string>();
  for (const [option, path] of Object.entries(outputs)) {
    if (path === undefined) continue;
    const real = realFileOf(option, path);
    const other = known.get(real);
    if (other !== undefined) {
      throw new UsageError(`Expected different paths for ${other} and ${option}: got ${path}`);
    }
    known.set(real, option);
  }
}

async function requireFolder(option: string, file: string): Promise<void> {
  const folder = dirname(realFileOf(option, file));
  const there = await statOf(option, folder);
  if (!there) throw refusal(option, "a file in a folder that exists", file, "no such folder");
  if (!there.isDirectory()) throw refusal(option, "a file", file, `${folder} is no folder`);
  await requireAccess(option, file, folder);
}

async function requireAccess(option: string, file: string, place: string): Promise<void> {
  try {
    await access(place, constants.W_OK);
  } catch (error) {
    throw refusal(option, "a file that can be written", file, reasonOf(error));
  }
}

async function statOf(
  option: string,
  path: string,
): Promise<Awaited<ReturnType<typeof stat>> | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw refusal(option, "a file that can be written", path, reasonOf(error));
  }
}

function realFileOf(option: string, path: string): string {
  try {
    return realFile(path);
  } catch (error) {
    throw refusal(option, "a path that leads somewhere", path, reasonOf(error));
  }
}

function refusal(option: string, expected: string, file: string, why: string): UsageError {
  return new UsageError(`Expected ${option} to be ${expected}: got ${file} (${why})`);
}
