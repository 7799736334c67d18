/** Milliseconds of the processor that this process spends on it, the least of three times, whatever else runs on the machine. */
export function cpuMs(work: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
