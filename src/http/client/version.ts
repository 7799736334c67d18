import { readFileSync } from "node:fs";

/** The version of this package, as its manifest says. */
export const version: string = versionOf(
  JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")),
);

function versionOf(manifest: { readonly version: string }): string {
  return manifest.version;
}
