import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The version of a package that is installed for the benchmarks. */
export function versionOfPackage(name: string): string | undefined {
  try {
    const manifest = new URL(`../../../node_modules/${name}/package.json`, import.meta.url);
    const { version }: { version: string } = JSON.parse(readFileSync(manifest, "utf8"));
    return version;
  } catch {
    return undefined; // it is optional
  }
}

/** The first version that a command names. */
export function versionOfCommand(command: string, ...words: readonly string[]): string | undefined {
  const { stdout } = spawnSync(command, words, { encoding: "utf8" });
  return /\d+(?:\.\d+)+/.exec(stdout ?? "")?.[0];
}
