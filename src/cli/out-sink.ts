import { FileChangedError } from "../engine/items/file-changed-error.ts";
import type { Delivery, Outbox } from "../engine/items/outbox.ts";
import { isResumable, ItemError, type Sink } from "../engine/items/sink.ts";
import { messageOf } from "./error-message.ts";
import { isNamedPipe, NamedPipe } from "./named-pipe.ts";
import type { OutFormat } from "./out-format.ts";
import type { PageItem } from "./page-item.ts";
import { print } from "./standard-output.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Where `--out` leads: a file, or `-` for the standard output, or nowhere where that is a terminal
 * and nothing was said.
 *
 * Rejects with a {@link UsageError} where `outbox` tells that it was a file before, and it is a pipe now.
 */
export async function outSinks(
  out: string | undefined,
  format: OutFormat,
  outbox?: Outbox,
): Promise<readonly Sink<PageItem>[]> {
  if (out === "-") return [standardOutput(format)];
  if (out === undefined) return process.stdout.isTTY ? [] : [standardOutput(format)];
  const file = fileSink(out, format);
  if (!(await isNamedPipe(out))) return [telling(out, file)];
  if (outbox && isResumable(file)) requireNoFileBefore(out, await outbox.delivery(file.name));
  return [telling(out, pipeSink(out, format))];
}

/** A pipe cannot go on with what a file has. */
function requireNoFileBefore(out: string, { position }: Delivery): void {
  if (position === undefined || position === null) return;
  throw new UsageError(
    `Expected --out to be the file that --state has written to before: got ${out} (a pipe)`,
  );
}

/** The same, but failures name the option. */
function telling(file: string, sink: Sink<PageItem>): Sink<PageItem> {
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
function fileSink(file: string, format: OutFormat): Sink<PageItem> {
  const sink = format.toFile(file);
  const opening = async (open: () => unknown): Promise<void> => {
    try {
      await open();
    } catch (error) {
      const message = messageOf(error);
      if (error instanceof FileChangedError) throw new UsageError(`--out: ${message}`);
      throw new UsageError(
        `Expected --out to be a file that can be written: got ${file} (${message})`,
      );
    }
  };
  return {
    ...sink,
    open: () => opening(() => sink.open?.()),
    ...(isResumable(sink) && { resume: (position) => opening(() => sink.resume(position)) }),
  };
}

/** The crawl begins when somebody reads. */
function pipeSink(file: string, { head, lineOf }: OutFormat): Sink<PageItem> {
  let pipe: NamedPipe | undefined;
  return {
    async open() {
      pipe = await NamedPipe.open(file);
      if (head !== "") await pipe.write(head);
    },
    async write(item) {
      await pipe?.write(lineOf(item));
    },
    close: async () => pipe?.close(),
  };
}

function standardOutput({ head, lineOf }: OutFormat): Sink<PageItem> {
  return {
    open: () => (head === "" ? undefined : print(head)),
    write: (item) => print(lineOf(item)),
  };
}
