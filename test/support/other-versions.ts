// Folders of a cache as another version of its format leaves them, and as a user has them by chance.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** An entry, one that is half written, one that was just begun, and journals of a version. */
export function plantVersion(dir: string, version: number): void {
  const entry = `v${version}-b/c/bc${"0".repeat(30)}`;
  const start = Buffer.from([0x70, 0x67, 0x64, version, 1, 2, 3]);
  plant(dir, entry, start);
  plant(dir, `${entry}.00000000-1-1-0123456789ab-1.tmp`, start);
  plant(dir, `${entry}.00000000-1-1-0123456789ab-2.tmp`, "");
  plant(dir, `v${version}-journal`, '\n["max",null,null]\n');
  plant(dir, `v${version}-journal.new`, '["new","00000000-1-1"]\n');
}

/** What is a user's own, though its name is one that a version gives; the paths. */
export function plantLookalikes(dir: string, version: number): readonly string[] {
  const names = [
    `v${version}-a/docs/thesis.txt`,
    `v${version}-a/thesis.txt`,
    `v${version}-b/c/notes.txt`,
    `v${version}-b/c/bc${"1".repeat(30)}`,
    `v${version}-b/c/bc${"2".repeat(30)}/file`,
    `v${version}-b/c/${"3".repeat(32)}`,
    `v${version}-c`,
    `v${version}-journal`,
    `v${version}-notes`,
  ];
  return names.map((name) => plant(dir, name, "years of work"));
}

function plant(dir: string, name: string, text: string | Buffer): string {
  const path = join(dir, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}
