import { machine } from "../machine.ts";
import { shuffled } from "../shuffled.ts";
import { type Spread, spreadOf } from "../spread.ts";
import { Child } from "./child.ts";
import { Client } from "./client.ts";
import { CONCURRENCY } from "./measure.ts";
import { page } from "./page.ts";
import { pairsOf } from "./pairs.ts";
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

/** Requests a CPU second of one subject, in those of another that was measured right beside it. */
export interface ClientRate {
  readonly subject: string;
  readonly beside: string;
  readonly rate: Spread;
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
  readonly rates: readonly ClientRate[];
}

/**
 * Asks one server with each subject, in as many rounds as there is time for.
 *
 * Each has a process of its own, which lives from the first round to the last, so that the rounds can be
 * short and many. In each, all pairs are measured in an order that changes: one next to the other, so that a
 * slow moment of the machine meets both.
 */
export async function makeReport(seconds: number): Promise<ClientReport> {
  using server = new Child(1, "client/server.js");
  const origin = `http://127.0.0.1:${await server.told<number>()}`;
  const clients: Client[] = [];
  try {
    for (const subject of Object.keys(subjects)) clients.push(await Client.open(subject, origin));
    const pairs = pairsOf(clients.filter(({ isMissing }) => !isMissing));
    const end = performance.now() + 1000 * seconds;
    let rounds = 0;
    for (; rounds === 0 || performance.now() < end; rounds++) {
      for (const pair of shuffled(pairs)) await pair.measure();
    }
    return {
      node: process.version,
      machine,
      versions: peerVersions(),
      bytes: page.length,
      concurrency: CONCURRENCY,
      rounds,
      rows: clients.map((client) => client.row()),
      rates: pairs.flatMap(({ beside, rates, subject }) => {
        const rate = spreadOf(rates);
        return rate ? [{ subject, beside, rate }] : [];
      }),
    };
  } finally {
    for (const client of clients) client[Symbol.dispose]();
  }
}
