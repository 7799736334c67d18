import { jsonLines, lineOf } from "../engine/json-lines.ts";
import type { Sink } from "../engine/sink.ts";
import { isBrokenPipe } from "./broken-pipe.ts";
import { messageOf } from "./error-message.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Where `--out` leads: a file, or `-` for the standard output, or nowhere where that is a terminal
 * and nothing was said.
 */
export function outSinks<Item>(out: string | undefined): readonly Sink<Item>[] {
  if (out === "-") return [standardOutput()];
  if (out === undefined) return process.stdout.isTTY ? [] : [standardOutput()];
  return [fileSink(out)];
}

/** Where a file that seemed writable is not, nothing has been created yet either. */
function fileSink<Item>(file: string): Sink<Item> {
  const sink = jsonLines<Item>(file);
  return {
    ...sink,
    async open() {
      try {
        await sink.open?.();
      } catch (error) {
        throw new UsageError(
          `Expected --out to be a file that can be written: got ${file} (${messageOf(error)})`,
        );
      }
    },
  };
}

/** Writes no faster than is read. When nobody reads any more it takes the rest silently. */
function standardOutput<Item>(): Sink<Item> {
  return {
    write: (item) =>
      new Promise((resolve, reject) => {
        process.stdout.write(lineOf(item), (error) => {
          if (error && !isBrokenPipe(error)) reject(error);
          else resolve();
        });
      }),
  };
}
