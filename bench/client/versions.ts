import { existsSync, readFileSync } from "node:fs";

/** Versions by name of package. */
export type PeerVersions = Readonly<Record<string, string>>;

const names = ["undici", "got", "axios", "ky", "cockatiel"];

/** Which versions are compared with; those that are missing are left out. */
export function peerVersions(): PeerVersions {
  return Object.fromEntries(names.flatMap((name) => versionOf(name)));
}

function versionOf(name: string): readonly (readonly [string, string])[] {
  const manifest = new URL(`../../../node_modules/${name}/package.json`, import.meta.url);
  if (!existsSync(manifest)) return [];
  const { version }: { version: string } = JSON.parse(readFileSync(manifest, "utf8"));
  return [[name, version]];
}
