import { cpus } from "node:os";

/** What a report says of where it was measured. */
export const machine = `${cpus().length} × ${cpus()[0]?.model ?? process.arch}`;
