import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const NOBODY = 65_534;

/**
 * Goes on as a user whom permissions bind, which root is not. Gives a folder of this user, which is
 * removed when the process ends.
 */
export function becomeNobody(): string {
  if (process.getuid?.() === 0) process.setuid?.(NOBODY);
  const folder = mkdtempSync(join(tmpdir(), "pagoda-nobody-"));
  process.on("exit", () => {
    openUp(folder);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** Lets its owner do everything with all that is in a folder. */
export function openUp(folder: string): void {
  execFileSync("chmod", ["-R", "u+rwX", folder]);
}
