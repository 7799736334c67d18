import { httpStack, NotNowError, type RateLimiter } from "pagoda";

/** Lets a domain be asked once in every `gapMs`, those who cannot wait that long not at all. */
function fixedGap(gapMs: number): RateLimiter {
  const free = new Map<string, number>(); // when a domain may be asked again
  const gaps = new Map<string, number>(); // of domains whose robots.txt asks for more

  return {
    async acquire(domain, context) {
      context.throwIfAborted();
      const now = context.clock.now();
      const turn = Math.max(now, free.get(domain) ?? now);
      if (turn - now > context.patienceMs()) {
        throw new NotNowError(`${domain} has its turn later`, { retryAt: turn });
      }
      free.set(domain, turn + (gaps.get(domain) ?? gapMs));
      if (turn > now) await context.sleep(turn - now);
    },
    recordResponse(domain, { status, latencyMs }) {
      console.log(`${domain} answered ${status}: ${latencyMs >= 0}`);
    },
    setCrawlDelay(domain, delayMs) {
      gaps.set(domain, Math.max(gapMs, delayMs));
    },
  };
}

await using http = httpStack({ limiter: fixedGap(50), robots: false }).service();
const start = performance.now();
await Promise.all(
  ["/a", "/b", "/c"].map((path) => http.call({ url: `http://example.com${path}` })),
);
console.log(performance.now() - start >= 99); // true
