/** Runs `work` while nobody but itself hears of errors that stray: the runner would fail the test. */
export async function unheard<T>(work: () => Promise<T>): Promise<T> {
  const rejected = process.listeners("unhandledRejection");
  const thrown = process.listeners("uncaughtException");
  process.removeAllListeners("unhandledRejection");
  process.removeAllListeners("uncaughtException");
  try {
    return await work();
  } finally {
    for (const listener of rejected) process.on("unhandledRejection", listener);
    for (const listener of thrown) process.on("uncaughtException", listener);
  }
}
