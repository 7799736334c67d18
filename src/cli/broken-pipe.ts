/** Whether an error tells that nobody reads any more, as after `| head`. */
export function isBrokenPipe(error: Error): boolean {
  return "code" in error && error.code === "EPIPE";
}

/** Calls `fn` when nobody reads what the command prints. Any other failure of a stream is thrown. */
export function onBrokenPipe(fn: () => void): Disposable {
  const streams = [process.stdout, process.stderr];
  const heed = (error: Error): void => {
    if (!isBrokenPipe(error)) throw error;
    fn();
  };
  for (const stream of streams) stream.on("error", heed);
  return {
    [Symbol.dispose]() {
      for (const stream of streams) stream.off("error", heed);
    },
  };
}
