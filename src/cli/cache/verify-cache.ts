import { relative } from "node:path";

import { checkDisk, type DiskCheck, repairDisk } from "../../layers/disk-cache/disk-check.ts";
import { exitCodes } from "../exit-codes.ts";
import { readableBytes, readableCount } from "../readable.ts";
import { print } from "../standard-output.ts";

/** Reads every entry of a cache and prints what is wrong; resolves to 1 if an entry is broken. */
export async function verifyCache(
  dir: string,
  { isJson, repairs }: { readonly isJson: boolean; readonly repairs: boolean },
): Promise<number> {
  const check = await checkDisk(dir);
  if (repairs) repairDisk(dir, check);
  await print(isJson ? `${jsonOf(dir, check, repairs)}\n` : textOf(dir, check, repairs));
  return check.broken.length > 0 ? exitCodes.failed : exitCodes.done;
}

function jsonOf(
  dir: string,
  { broken, bytes, left, missing, unlisted, whole }: DiskCheck,
  repaired: boolean,
): string {
  return JSON.stringify({
    whole,
    bytes,
    broken: broken.map(({ path }) => relative(dir, path)),
    left: left.map(({ path }) => relative(dir, path)),
    unlisted: unlisted.length,
    missing: missing.length,
    repaired,
  });
}

function textOf(
  dir: string,
  { broken, bytes, left, missing, unlisted, whole }: DiskCheck,
  repaired: boolean,
): string {
  const lines = [
    ...broken.map(({ path }) => `broken    ${relative(dir, path)}`),
    ...left.map(({ path }) => `left over ${relative(dir, path)}`),
    `${readableCount(whole)} whole (${readableBytes(bytes)}), ${readableCount(broken.length)} broken, ` +
      `${readableCount(left.length)} left over, ${readableCount(unlisted.length)} not in the journal, ` +
      `${readableCount(missing.length)} in the journal only${repaired ? ": repaired" : ""}`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}
