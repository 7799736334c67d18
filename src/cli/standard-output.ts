import { codeOf } from "./error-message.ts";

/**
 * Prints on the standard output, no faster than is read.
 *
 * When nobody reads any more, as after `| head`, it takes the rest silently.
 */
export function print(data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(data, (cause) => {
      if (!cause || isBrokenPipe(cause)) resolve();
      else reject(new Error("Cannot write to the standard output", { cause }));
    });
  });
}

/**
 * Calls `fn` when nobody reads any more what is printed on one of the streams, which is no failure, until
 * it is disposed.
 *
 * By default that is the standard output. Whoever closes the standard error wants to hear less, not to
 * have less done.
 */
export function onBrokenPipe(
  fn: () => void,
  streams: readonly NodeJS.EventEmitter[] = [process.stdout],
): Disposable {
  // Others are told by `print`; of the standard error there is no place left to tell them.
  const hear = (error: Error): void => {
    if (isBrokenPipe(error)) fn();
  };
  for (const stream of streams) stream.on("error", hear);
  return {
    [Symbol.dispose]() {
      for (const stream of streams) stream.off("error", hear);
    },
  };
}

function isBrokenPipe(error: Error): boolean {
  return codeOf(error) === "EPIPE";
}
