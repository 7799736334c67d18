/** What holds the URLs of a crawl: those that wait, and those that are known. */
export interface Holder {
  /** Puts in those that it does not know yet. */
  add(urls: readonly string[]): unknown;
  /** Takes out up to so many and settles them. Gives how many, or a promise of it. */
  take(max: number): number | Promise<number>;
}

/** Whether URLs wait, or were taken, so that they are known only. */
export type State = "waiting" | "known";

/** A URL of 64 bytes, of one of a thousand hosts. */
export function urlOf(n: number): string {
  const head = `https://host${n % 1000}.example.com/`;
  return head + String(n).padStart(64 - head.length, "path/");
}
