// Tells what `check` says of a folder, as a user who is not root. Run by disk-cache.test.ts.
import { DiskCache } from "../../src/layers/disk-cache.ts";

const NOBODY = 65_534;
if (process.getuid?.() === 0) process.setuid?.(NOBODY);

const [, , dir = ""] = process.argv;
try {
  await new DiskCache({ dir }).check();
} catch (error) {
  const { message, cause } = error as Error & { cause: NodeJS.ErrnoException };
  process.stdout.write(`${message}: ${cause.code}`);
}
