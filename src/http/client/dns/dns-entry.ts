/** What is known of a host, or about to be. Only the first answer counts. */
export class DnsEntry {
  readonly answer: Promise<readonly string[]>;
  addresses: readonly string[] | undefined;
  /** Until when it serves others who ask, as the clock reads, be it known or awaited. */
  until: number = -Infinity;
  #isPending = true;
  #resolve: (addresses: readonly string[]) => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor() {
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get isPending(): boolean {
    return this.#isPending;
  }

  give(addresses: readonly string[], until: number): void {
    if (!this.#settle(until)) return;
    this.addresses = addresses;
    this.#resolve(addresses);
  }

  fail(error: unknown, until: number): void {
    if (this.#settle(until)) this.#reject(error);
  }

  #settle(until: number): boolean {
    const isFirst = this.#isPending;
    if (isFirst) this.until = until;
    this.#isPending = false;
    return isFirst;
  }
}
