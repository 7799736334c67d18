/** What each subject is asked for. */
export interface Task {
  /** The page to start from; all others are on its host. */
  readonly start: string;
  /** Requests at once, over as many connections. */
  readonly concurrency: number;
}

/** Crawls the whole site. What it got of it is known to the server. */
export type CrawlSubject = (task: Task) => Promise<unknown>;
