import { medianOf } from "../in-turns.ts";
import { machine } from "../machine.ts";
import { shuffled } from "../overhead/measure.ts";
import { Child } from "./child.ts";
import { type ClientCost, CONCURRENCY } from "./measure.ts";
import { page } from "./page.ts";
import { subjects } from "./subjects.ts";
import { type PeerVersions, peerVersions } from "./versions.ts";

/** What a request costs a subject, in the median. */
export interface ClientRow {
  readonly subject: string;
  /** Of the processor; undefined where the subject is missing, as are the others. */
  readonly microseconds?: number;
  /** Bytes put on the heap. */
  readonly heapBytes?: number;
}

/** All that was measured in one run. */
export interface ClientReport {
  readonly node: string;
  readonly machine: string;
  readonly versions: PeerVersions;
  readonly bytes: number;
  readonly concurrency: number;
  readonly rounds: number;
  readonly rows: readonly ClientRow[];
}

/**
 * Asks one server with each subject, in turns, in an order that changes.
 *
 * Each has a process of its own, which lives from the first round to the last, so that the rounds can be
 * short and many, and a slow moment of the machine meets all.
 */
export async function makeReport(rounds: number): Promise<ClientReport> {
  using server = new Child(1, "client/server.js");
  const origin = `http://127.0.0.1:${await server.told<number>()}`;
  const clients: Client[] = [];
  try {
    for (const subject of Object.keys(subjects)) clients.push(await Client.open(subject, origin));
    for (let round = 0; round < rounds; round++) {
      for (const client of shuffled(clients)) await client.measure();
    }
  } finally {
    for (const client of clients) client[Symbol.dispose]();
  }
  const rows = clients.map((client) => client.row());
  const conditions = { bytes: page.length, concurrency: CONCURRENCY, rounds };
  return { node: process.version, machine, versions: peerVersions(), ...conditions, rows };
}

/** A subject in its process, on the first core. */
class Client implements Disposable {
  readonly #subject: string;
  readonly #child: Child;
  readonly #costs: ClientCost[] = [];
  #isMissing = false;

  private constructor(subject: string, origin: string) {
    this.#subject = subject;
    this.#child = new Child(0, "client.js", "--one", subject, origin);
  }

  /** Resolves once it is warm. */
  static async open(subject: string, origin: string): Promise<Client> {
    const client = new Client(subject, origin);
    client.#isMissing = !(await client.#child.told<boolean>());
    return client;
  }

  async measure(): Promise<void> {
    if (!this.#isMissing) this.#costs.push(await this.#child.asked<ClientCost>());
  }

  row(): ClientRow {
    const [subject, costs] = [this.#subject, this.#costs];
    if (this.#isMissing) return { subject };
    return {
      subject,
      microseconds: medianOf(costs, ({ cpuMs, requests }) => (1000 * cpuMs) / requests),
      heapBytes: medianOf(costs, ({ allocated, requests }) => allocated / requests),
    };
  }

  [Symbol.dispose](): void {
    this.#child[Symbol.dispose]();
  }
}
