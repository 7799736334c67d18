import { MemoryFrontier } from "../../src/engine/frontier/memory-frontier.ts";
import { request } from "../../src/engine/page/crawl-request.ts";
import { peer } from "../overhead/peer.ts";
import type { Holder } from "./holder.ts";

/** Ways to hold the URLs of a crawl in memory. */
export const holders: Readonly<Record<string, () => Holder | Promise<Holder>>> = {
  "pagoda, MemoryFrontier": () => {
    const frontier = new MemoryFrontier({ perHost: Infinity });
    return {
      add: (urls) => frontier.add(urls.map((url) => request(url))),
      take: (max) => {
        const leases = frontier.take(max, 0);
        for (const lease of leases) frontier.settle(lease, { done: true });
        return leases.length;
      },
    };
  },
  "a Set and a list of strings": () => {
    const known = new Set<string>();
    let [waiting, at] = [[] as string[], 0];
    return {
      add: (urls) => {
        for (const url of urls) {
          if (known.size < known.add(url).size) waiting.push(url);
        }
      },
      take: (max) => {
        const taken = Math.min(max, waiting.length - at);
        at += taken;
        if (2 * at > waiting.length) [waiting, at] = [waiting.slice(at), 0];
        return taken;
      },
    };
  },
  "Crawlee, RequestQueue in memory": async () => {
    const { MemoryStorage } = await peer<Crawlee>("@crawlee/memory-storage");
    const storage = new MemoryStorage({ persistStorage: false });
    const { id } = await storage.requestQueues().getOrCreate("queue");
    const queue = storage.requestQueue(id);
    return {
      add: (urls) =>
        queue.batchAddRequests(
          urls.map((url) => ({ method: "GET", url, uniqueKey: url, retryCount: 0 })),
        ),
      take: async (max) => {
        const { items } = await queue.listAndLockHead({ limit: max, lockSecs: 60 });
        const handledAt = new Date().toISOString();
        for (const item of items) await queue.updateRequest({ ...item, handledAt });
        return items.length;
      },
    };
  },
};

interface Crawlee {
  readonly MemoryStorage: new (options: { persistStorage: boolean }) => {
    requestQueues(): { getOrCreate(name: string): Promise<{ id: string }> };
    requestQueue(id: string): {
      batchAddRequests(requests: readonly object[]): Promise<unknown>;
      listAndLockHead(options: object): Promise<{ items: readonly object[] }>;
      updateRequest(request: object): Promise<unknown>;
    };
  };
}
