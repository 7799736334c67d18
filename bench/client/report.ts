import { machine } from "../machine.ts";
import { shuffled } from "../shuffled.ts";
import { Child } from "./child.ts";
import { Client } from "./client.ts";
import { CONCURRENCY } from "./measure.ts";
import { page } from "./page.ts";
import { type ClientRate, groupsOf, ratesOf } from "./rates.ts";
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
  readonly rates: readonly ClientRate[];
}

/** How often each is measured in a round, so that a round has of all that comes now and then, such as collections. */
const TURNS = 2;

/**
 * Asks one server with each subject, in as many rounds as there is time for.
 *
 * Each has a process of its own, which lives from the first round to the last. They take short turns, in an
 * order that changes: a slow moment of the machine meets all, and none is idle for so long that it would
 * have to be warmed up again.
 */
export async function makeReport(seconds: number): Promise<ClientReport> {
  using server = new Child(1, "client/server.js");
  const origin = `http://127.0.0.1:${await server.told<number>()}`;
  const clients: Client[] = [];
  try {
    for (const subject of Object.keys(subjects)) clients.push(await Client.open(subject, origin));
    const groups = groupsOf(clients);
    const end = performance.now() + 1000 * seconds;
    let round = 0;
    for (; round === 0 || performance.now() < end; round++) {
      for (let turn = 0; turn < TURNS; turn++) {
        for (const client of shuffled(groups).flatMap(shuffled)) await client.measure(round);
      }
    }
    return {
      node: process.version,
      machine,
      versions: peerVersions(),
      bytes: page.length,
      concurrency: CONCURRENCY,
      rounds: round,
      rows: clients.map((client) => client.row()),
      rates: ratesOf(clients),
    };
  } finally {
    for (const client of clients) client[Symbol.dispose]();
  }
}
