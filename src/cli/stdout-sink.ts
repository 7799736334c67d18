import { lineOf } from "../engine/json-lines.ts";
import type { Sink } from "../engine/sink.ts";
import { isBrokenPipe } from "./broken-pipe.ts";

/**
 * Writes items to the standard output, one JSON text a line, no faster than they are read.
 *
 * When nobody reads any more it takes the rest silently.
 */
export function stdoutSink<Item>(): Sink<Item> {
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
