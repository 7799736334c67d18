import { medianCost } from "../in-turns.ts";
import { Child } from "./child.ts";
import type { ClientCost } from "./measure.ts";
import type { ClientRow } from "./report.ts";

/** A subject in its process, on the first core. */
export class Client implements Disposable {
  readonly subject: string;
  readonly #child: Child;
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

  get isMissing(): boolean {
    return this.#isMissing;
  }

  /** What a request costs now, in microseconds of the processor. */
  async measure(): Promise<number> {
    const cost = await this.#child.asked<ClientCost>();
    this.#costs.push(cost);
    return microsecondsOf(cost);
  }

  row(): ClientRow {
    const [subject, costs] = [this.subject, this.#costs];
    if (costs.length === 0) return { subject };
    return {
      subject,
      microseconds: medianCost(costs, microsecondsOf),
      heapBytes: medianCost(costs, ({ allocated, requests }) => allocated / requests),
    };
  }

  [Symbol.dispose](): void {
    this.#child[Symbol.dispose]();
  }
}

function microsecondsOf({ cpuMs, requests }: ClientCost): number {
  return (1000 * cpuMs) / requests;
}
