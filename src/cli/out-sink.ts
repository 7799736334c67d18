import { jsonLines, lineOf } from "../engine/items/json-lines.ts";
import { ItemError, type Sink } from "../engine/items/sink.ts";
import { messageOf } from "./error-message.ts";
import { isNamedPipe, NamedPipe } from "./named-pipe.ts";
import { print } from "./standard-output.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Where `--out` leads: a file, or `-` for the standard output, or nowhere where that is a terminal
 * and nothing was said.
 */
export async function outSinks<Item>(out: string | undefined): Promise<readonly Sink<Item>[]> {
  if (out === "-") return [standardOutput()];
  if (out === undefined) return process.stdout.isTTY ? [] : [standardOutput()];
  return [telling(out, (await isNamedPipe(out)) ? pipeSink(out) : fileSink(out))];
}

/** The same, but failures name the option. */
function telling<Item>(file: string, sink: Sink<Item>): Sink<Item> {
  return {
    ...sink,
    async write(item) {
      try {
        await sink.write(item);
      } catch (cause) {
        if (cause instanceof ItemError) throw cause;
        throw new Error(`Cannot write --out ${file}`, { cause });
      }
    },
  };
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

/** The crawl begins when somebody reads. */
function pipeSink<Item>(file: string): Sink<Item> {
  let pipe: NamedPipe | undefined;
  return {
    async open() {
      pipe = await NamedPipe.open(file);
    },
    async write(item) {
      await pipe?.write(lineOf(item));
    },
    close: async () => pipe?.close(),
  };
}

function standardOutput<Item>(): Sink<Item> {
  return { write: async (item) => print(lineOf(item)) };
}
