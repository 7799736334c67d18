import type { HttpRequest, HttpResponseInit } from "../../http/message.ts";

/** What a host has at a path: HTML, or any response. */
export type SimulatedPage = string | Omit<HttpResponseInit, "url" | "timings" | "fromCache">;

/** Makes the page that a request gets, the `visit`th for it, counted from 1; none is a 404. */
export type PageMaker = (request: HttpRequest, visit: number) => SimulatedPage | undefined;

/** A host of {@link simulateNetwork}. A rate is the share of its requests to which it happens. */
export interface SimulatedHost {
  /**
   * What there is: pages by path and query, one maker of all, or how many to make up: `/`, `/1`, `/2`…,
   * which link to each other.
   *
   * @defaultValue 1
   */
  readonly pages?: number | PageMaker | Readonly<Record<string, SimulatedPage | PageMaker>>;
  /** Links on each page that is made up. @defaultValue 10 */
  readonly linksPerPage?: number;
  /** Text of robots.txt. @defaultValue what `pages` has there, else a 404 */
  readonly robots?: string;
  /** How long an answer or a failure takes; `Infinity` never comes. @defaultValue 0 */
  readonly latencyMs?: number | readonly [min: number, max: number];
  /** Answered 500 or 503. @defaultValue 0 */
  readonly failureRate?: number;
  /** The connection is reset before an answer comes. @defaultValue 0 */
  readonly resetRate?: number;
  /** The connection ends amid the body. @defaultValue 0 */
  readonly truncationRate?: number;
  /** No connection can be made. @defaultValue 0 */
  readonly connectFailureRate?: number;
  /** Asked faster, it answers 429 with Retry-After; a second's worth may come at once. @defaultValue `Infinity` */
  readonly maxPerSecond?: number;
  /** From when to when no connection can be made, as the clock of the call reads. @defaultValue never */
  readonly down?: readonly (readonly [fromMs: number, toMs: number])[];
}
