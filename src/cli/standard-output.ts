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

/** Calls `fn` when nobody reads any more what the process prints, which is no failure. */
export function onBrokenPipe(fn: () => void): void {
  for (const stream of [process.stdout, process.stderr]) {
    // Others are told by `print`; of the standard error there is no place left to tell them.
    stream.on("error", (error) => {
      if (isBrokenPipe(error)) fn();
    });
  }
}

function isBrokenPipe(error: Error): boolean {
  return "code" in error && error.code === "EPIPE";
}
