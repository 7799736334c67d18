import type { SpanContext } from "@opentelemetry/api";

/** What is known of how a URL was asked for before. */
export interface Trail {
  readonly page: SpanContext | undefined;
  readonly attempt: SpanContext | undefined;
  /** How often something was sent. */
  readonly sends: number;
}

const MOST = 10_000;

/** The trails of requests that are put back, or redirected; of the oldest that are too many, nothing is known. */
export class Trails {
  readonly #trails = new Map<string, Trail>();

  leave(url: string, trail: Trail): void {
    this.#trails.set(url, trail);
    const [oldest = url] = this.#trails.keys();
    if (this.#trails.size > MOST) this.#trails.delete(oldest);
  }

  take(url: string): Trail | undefined {
    const trail = this.#trails.get(url);
    this.#trails.delete(url);
    return trail;
  }
}
