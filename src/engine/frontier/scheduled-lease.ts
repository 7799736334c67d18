import type { CrawlRequest } from "../page/crawl-request.ts";
import type { Lease } from "./frontier.ts";
import type { Host } from "./host.ts";
import type { Waiting } from "./waiting.ts";

/** A lease of a `Schedule`: it knows its host and its place in the line. */
export class ScheduledLease implements Lease {
  readonly owner: Host;
  readonly waiting: Waiting;
  state: "called" | "fetched" | "settled" = "called";

  constructor(owner: Host, waiting: Waiting) {
    this.owner = owner;
    this.waiting = waiting;
  }

  get request(): CrawlRequest {
    return this.waiting.request;
  }

  get host(): string {
    return this.owner.key;
  }
}
