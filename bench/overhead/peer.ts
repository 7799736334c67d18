import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** `bench/`, as seen from where this runs, `bench/dist/bench/overhead/`. */
const bench = fileURLToPath(new URL("../../../", import.meta.url));

/** Installs what is compared with, unless all of it is there in the versions that are asked for. */
export function installPeers(): void {
  const { dependencies }: { dependencies: Readonly<Record<string, string>> } = manifestIn(bench);
  if (Object.entries(dependencies).every(isThere)) return;
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: bench,
    stdio: ["ignore", 2, 2], // the report alone goes to standard output
  });
  if (status !== 0) throw new Error(`npm ci in ${bench} failed`);
}

/**
 * A library that is compared with, typed by the few names that are used of it: types are checked
 * where none is installed.
 */
export async function peer<Names>(name: string): Promise<Names> {
  const names: Names = await import(name);
  return names;
}

function isThere([name, version]: readonly [string, string]): boolean {
  const folder = `${bench}node_modules/${name}/`;
  if (!existsSync(folder)) return false;
  const found: { version: string } = manifestIn(folder);
  return found.version === version;
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- whoever reads it knows it
function manifestIn<Manifest>(folder: string): Manifest {
  const manifest: Manifest = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));
  return manifest;
}
