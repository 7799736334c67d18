/** What each subject is asked for. */
export interface Task {
  /** The page to start from; all others are on its host. */
  readonly start: string;
  /** Requests at once, over as many connections. */
  readonly concurrency: number;
}

/** Crawls the whole site; gives how many pages it got. */
export type CrawlSubject = (task: Task) => Promise<number>;
