import type { Frontier } from "../../../src/engine/frontier/frontier.ts";
import { crawl, httpStack } from "../../../src/index.ts";
import type { Task } from "../subject.ts";

/** With all that a crawl has: robots.txt, dedup, stats, retries, circuit breaker, limiter, cookies, spans. */
export async function crawlByPagoda(
  { start, concurrency }: Task,
  frontier?: Frontier,
): Promise<void> {
  const service = httpStack({
    delayMs: 0,
    redirect: false,
    retry: false,
    circuitBreaker: true,
    cookies: true,
    connections: concurrency,
  }).service();
  const run = crawl({
    service,
    start,
    concurrency,
    ...(frontier ? { frontier } : { perHost: Infinity }),
    parse: (page) => page.follow("a[href]"),
  });
  await run.done();
  await service[Symbol.asyncDispose]();
}
