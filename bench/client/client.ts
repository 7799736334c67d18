import { medianOf } from "../spread.ts";
import { Child } from "./child.ts";
import type { ClientCost } from "./measure.ts";
import type { ClientRow } from "./report.ts";

/** A subject in its process, on the first core. */
export class Client implements Disposable {
  readonly subject: string;
  readonly #child: Child;
  /** By round. */
  readonly #costs: ClientCost[] = [];
  #isMissing = false;

  private constructor(subject: string, origin: string) {
    this.subject = subject;
    this.#child = new Child(0, "client.js", "--one", subject, origin);
  }

  /** Resolves once it is warm. */
  static async open(subject: string, origin: string): Promise<Client> {
    const client = new Client(subject, origin);
    client.#isMissing = !(await client.#child.told<boolean>());
    return client;
  }

  /** What a request cost in each round, in microseconds of the processor. */
  get microseconds(): readonly number[] {
    return this.#costs.map(({ cpuMs, requests }) => (1000 * cpuMs) / requests);
  }

  /** Measures once more in this round. */
  async measure(round: number): Promise<void> {
    if (this.#isMissing) return;
    const { allocated, cpuMs, requests } = await this.#child.asked<ClientCost>();
    const before = this.#costs[round] ?? { allocated: 0, cpuMs: 0, requests: 0 };
    this.#costs[round] = {
      allocated: before.allocated + allocated,
      cpuMs: before.cpuMs + cpuMs,
      requests: before.requests + requests,
    };
  }

  row(): ClientRow {
    const { microseconds, subject } = this;
    if (this.#isMissing) return { subject };
    const heapBytes = this.#costs.map(({ allocated, requests }) => allocated / requests);
    return { subject, microseconds: medianOf(microseconds), heapBytes: medianOf(heapBytes) };
  }

  [Symbol.dispose](): void {
    this.#child[Symbol.dispose]();
  }
}
