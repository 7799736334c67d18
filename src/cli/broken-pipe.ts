/** Whether an error tells that nobody reads any more, as after `| head`. */
export function isBrokenPipe(error: Error): boolean {
  return "code" in error && error.code === "EPIPE";
}

/** Calls `fn` when nobody reads any more what the process prints, which is no failure. */
export function onBrokenPipe(fn: () => void): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error) => {
      if (!isBrokenPipe(error)) throw error;
      fn();
    });
  }
}
