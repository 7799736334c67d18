import { request } from "../../../src/engine/page/crawl-request.ts";
import { systemClock } from "../../../src/service/clock.ts";
import { SqliteFrontier } from "../../../src/sqlite/index.ts";

/** An hour from now, on the clock of the system. */
function inAnHour(): number {
  return systemClock.now() + 3_600_000;
}

/**
 * Makes a database of a crawl that has come across a page `/`, a redirect from `/old` to `/new`, `/late` that
 * is delayed, three more that wait on b.test, which is held, `/gone` and `/slow` that failed, `/shut` that was
 * refused, and `/dull` that was left out. Gives its frontier, which still has it.
 */
export function leaveCrawl(file: string): SqliteFrontier {
  const frontier = new SqliteFrontier({ file, keepItems: true });
  const paths = ["/", "/old", "/late", "/gone", "/slow", "/shut"];
  frontier.add(paths.map((path) => request(`http://a.test${path}`)));
  for (const lease of frontier.take(6, systemClock.now())) {
    switch (new URL(lease.request.url).pathname) {
      case "/":
        frontier.settle(lease, {
          done: true,
          fate: { fate: "fetched", status: 200 },
          items: ["1"],
        });
        break;
      case "/old":
        frontier.add([lease.request.redirectedTo({ ...lease.request.toHttp(), url: NEW })]);
        frontier.settle(lease, { done: true, fate: { fate: "fetched", why: NEW } });
        break;
      case "/late":
        frontier.settle(lease, { retryAt: inAnHour(), attempts: 1 });
        break;
      case "/shut":
        frontier.settle(lease, { failed: new Error(), fate: { fate: "refused", why: "too_big" } });
        break;
      case "/slow":
        frontier.settle(lease, { failed: new Error(), fate: { fate: "failed", why: "timeout" } });
        break;
      default: {
        const fate = { fate: "failed", why: "not_found", status: 404 } as const;
        frontier.settle(lease, { failed: new Error(), fate });
      }
    }
  }
  frontier.add([1, 2, 3].map((n) => request(`http://b.test/${n}`)));
  frontier.hold("b.test", inAnHour());
  frontier.leaveOut("http://a.test/dull", { fate: "filtered", why: "so dull" });
  frontier.flush();
  return frontier;
}

const NEW = "http://a.test/new";
