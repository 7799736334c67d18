import type { CrawlSubject, Task } from "./subject.ts";

/** A crawler that is compared. */
export interface Entrant {
  readonly name: string;
  /** What it is set to, and what it does besides. */
  readonly does: string;
  /** Undefined where it is missing. */
  readonly version: () => string | undefined;
  readonly runs: InNode | AsCommand;
}

/** Loaded by itself, so that none has the memory of another. */
interface InNode {
  readonly load: () => Promise<CrawlSubject>;
}

/** A command of the machine. */
interface AsCommand {
  readonly command: (task: Task) => readonly string[];
}
