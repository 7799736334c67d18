/**
 * Hosts that one limit has refused, as those of one address, in the order in which it did.
 *
 * The first of a line is asked again when the limit says so, and each other when the one before it has
 * started, lest all of them come back at once for the one turn there is.
 */
export class HostLines {
  readonly #lines = new Map<string, Set<string>>();
  /** The limits that hosts stand in line for. */
  readonly #limits = new Map<string, string>();

  /** Puts a host in the line of a limit, unless it stands there. Tells whether it is the first. */
  join(host: string, limit: string): boolean {
    const line = this.#lines.get(limit) ?? new Set();
    this.#lines.set(limit, line.add(host));
    this.#limits.set(host, limit);
    const [first] = line;
    return first === host;
  }

  /** What a host stands in line for. */
  limitOf(host: string): string | undefined {
    return this.#limits.get(host);
  }

  /** Takes a host out of its line. Gives the one that has become the first by that. */
  leave(host: string): string | undefined {
    const limit = this.#limits.get(host);
    const line = limit === undefined ? undefined : this.#lines.get(limit);
    if (limit === undefined || !line) return undefined;
    const [first, second] = line;
    line.delete(host);
    this.#limits.delete(host);
    if (line.size === 0) this.#lines.delete(limit);
    return first === host ? second : undefined;
  }
}
