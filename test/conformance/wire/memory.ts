/** How much the memory of the process has grown at most while `work` was done, in MiB. */
export async function growthOf(work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  await work();
  clearInterval(look);
  return (Math.max(most, process.memoryUsage.rss()) - before) / 2 ** 20;
}
