import { temporaryFor } from "../../src/engine/items/temporary-file.ts";
import { processMark } from "../../src/layers/disk-cache/process-mark.ts";

/** The path of a file that a process has left which was killed while it wrote one to take the place of this one. */
export function leftBeside(file: string): string {
  const mark = processMark();
  return temporaryFor(file).replace(mark, mark.replace(/-\d+-/, "-999999999-"));
}
