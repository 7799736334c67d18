// Tells what `check` says of a folder, as a user who is not root. Run by disk-cache.test.ts.
import { DiskCache } from "../../src/layers/disk-cache/disk-cache.ts";

const NOBODY = 65_534;
if (process.getuid?.() === 0) process.setuid?.(NOBODY);

const [, , dir = ""] = process.argv;
await new DiskCache({ dir }).check().catch((error: Error) => {
  process.stdout.write(`${error.message}: ${String(error.cause)}`);
});
