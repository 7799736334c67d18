import { HostTurns } from "../../src/engine/frontier/host-turns.ts";
import {
  MemoryFrontier,
  type MemoryFrontierOptions,
} from "../../src/engine/frontier/memory-frontier.ts";
import { PlacedQueue } from "../../src/engine/frontier/placed-queue.ts";
import type { CrawlRequest } from "../../src/engine/page/crawl-request.ts";
import { peer } from "../overhead/peer.ts";
import type { BenchQueue, Subject } from "./subject.ts";

/** The queue alone: one host, and a hundred of them. */
const queues: readonly Subject[] = [1, 100].map((hosts) => ({
  name: `pagoda, queue of ${hosts === 1 ? "one host" : `${hosts} hosts`}`,
  most: 1_000_000,
  open: () => {
    const names = Array.from({ length: hosts }, (_, n) => `host${n}.test`);
    const turns = new HostTurns(Infinity, () => new PlacedQueue());
    let place = 0;
    return {
      add: (requests) => {
        for (const request of requests) {
          turns.push(names[place % hosts] ?? "", { request, place: place++, rank: 0 });
        }
      },
      take: (max) => {
        let taken = 0;
        for (let turn = turns.next(); turn; turn = turns.next()) {
          turns.ended(turn.host);
          turns.settled(turn.host);
          if (++taken === max) break;
        }
        return taken;
      },
    };
  },
}));

/** The whole frontier: dedup, queue, leases. */
const frontiers: readonly Subject[] = (
  [
    ["pagoda, frontier", {}],
    [
      "pagoda, frontier, best first",
      {
        order: "best-first",
        score: ({ url }) => (Number(url.slice(url.lastIndexOf("/") + 1)) * 7919) % 1_000_003,
      },
    ],
  ] satisfies [string, MemoryFrontierOptions][]
).map(([name, options]) => ({
  name,
  most: 1_000_000,
  open: () => {
    const frontier = new MemoryFrontier({ perHost: Infinity, ...options });
    return {
      add: (requests) => frontier.add(requests),
      take: (max) => {
        const leases = frontier.take(max, 0);
        for (const lease of leases) frontier.settle(lease, { done: true });
        return leases.length;
      },
    };
  },
}));

const heap: Subject = {
  name: "a heap of objects, a Set",
  most: 1_000_000,
  open: () => new Heap(),
};

/** What one would write by hand: a binary heap by priority, then age. */
class Heap implements BenchQueue {
  readonly #entries: { readonly request: CrawlRequest; readonly age: number }[] = [];
  readonly #seen = new Set<string>();

  add(requests: readonly CrawlRequest[]): void {
    for (const request of requests) {
      if (this.#seen.has(request.url)) continue;
      this.#seen.add(request.url);
      this.#up({ request, age: this.#seen.size });
    }
  }

  take(max: number): number {
    let taken = 0;
    while (taken < max && this.#entries.length > 0) {
      const last = this.#entries.pop();
      if (last && this.#entries.length > 0) this.#down(last);
      taken++;
    }
    return taken;
  }

  #up(entry: { readonly request: CrawlRequest; readonly age: number }): void {
    const entries = this.#entries;
    let at = entries.length;
    while (at > 0) {
      const above = entries[(at - 1) >> 1];
      if (!above || isBefore(above, entry)) break;
      entries[at] = above;
      at = (at - 1) >> 1;
    }
    entries[at] = entry;
  }

  #down(entry: { readonly request: CrawlRequest; readonly age: number }): void {
    const entries = this.#entries;
    let at = 0;
    for (;;) {
      const left = entries[2 * at + 1];
      const right = entries[2 * at + 2];
      const below = right && left && isBefore(right, left) ? right : left;
      if (!below || isBefore(entry, below)) break;
      entries[at] = below;
      at = 2 * at + (below === left ? 1 : 2);
    }
    entries[at] = entry;
  }
}

function isBefore(
  a: { readonly request: CrawlRequest; readonly age: number },
  b: { readonly request: CrawlRequest; readonly age: number },
): boolean {
  const by = b.request.priority - a.request.priority;
  return by < 0 || (by === 0 && a.age < b.age);
}

/** The queue that Crawlee keeps in memory. */
const crawlee: Subject = {
  name: "crawlee, memory storage",
  most: 10_000,
  open: async () => {
    const { MemoryStorage } = await peer<Crawlee>("@crawlee/memory-storage");
    const storage = new MemoryStorage({ persistStorage: false });
    const { id } = await storage.requestQueues().getOrCreate(`queue-${opened++}`);
    const queue = storage.requestQueue(id);
    return {
      add: (requests) =>
        queue.batchAddRequests(
          requests.map(({ method, url }) => ({ method, url, uniqueKey: url, retryCount: 0 })),
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
let opened = 0;

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

/** All that is measured. */
export const subjects: readonly Subject[] = [...queues, ...frontiers, heap, crawlee];
