/** Runs `work` while nobody but itself hears of unhandled rejections: the runner would fail the test. */
export async function unheard<T>(work: () => Promise<T>): Promise<T> {
  const listeners = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  try {
    return await work();
  } finally {
    for (const listener of listeners) process.on("unhandledRejection", listener);
  }
}
