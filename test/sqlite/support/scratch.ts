import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of its own for a test, removed at its end. */
export function scratch(): Disposable & { readonly path: (name: string) => string } {
  const folder = mkdtempSync(join(tmpdir(), "pagoda-sqlite-"));
  return {
    path: (name) => join(folder, name),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}
