/** What a process uses. */
export interface ProcessFigures {
  readonly memory: {
    /** Resident set: now, and the most so far. */
    readonly rssBytes: number;
    readonly peakRssBytes: number;
    /** Of the JavaScript heap. */
    readonly heapUsedBytes: number;
    readonly heapTotalBytes: number;
    /** Outside of it: buffers, and what native code holds for objects. */
    readonly externalBytes: number;
  };
  /** Since the process began. */
  readonly cpu: {
    readonly userMs: number;
    readonly systemMs: number;
    /** Of one core: 1 is a core all the time, all threads together. */
    readonly share: number;
  };
}

/** Measures this process. */
export function processFigures(): ProcessFigures {
  const { external, heapTotal, heapUsed, rss } = process.memoryUsage();
  const { maxRSS, systemCPUTime, userCPUTime } = process.resourceUsage();
  const userMs = userCPUTime / 1000;
  const systemMs = systemCPUTime / 1000;
  return {
    memory: {
      rssBytes: rss,
      peakRssBytes: Math.max(rss, maxRSS * 1024),
      heapUsedBytes: heapUsed,
      heapTotalBytes: heapTotal,
      externalBytes: external,
    },
    cpu: { userMs, systemMs, share: (userMs + systemMs) / (process.uptime() * 1000) },
  };
}
