import type { Lease, Settlement } from "../engine/frontier/frontier.ts";
import { own } from "../engine/frontier/schedule.ts";
import type { Delivery, KeptItem, Outbox } from "../engine/items/outbox.ts";
import type { Json } from "../engine/page/json.ts";
import type { Database, Read, Write } from "./database.ts";
import { unlessDamaged } from "./decoded.ts";
import { type ItemBatch, itemBatches } from "./item-batch.ts";

/** The items of a crawl, and how far its sinks have come, in the tables of these names. */
export class KeptItems implements Outbox {
  readonly #database: Database;
  readonly #keepsAll: boolean;
  readonly #insert: Write;
  readonly #draft: Write;
  readonly #keepDrafts: Write;
  readonly #dropDrafts: Write;
  readonly #deliver: Write;
  readonly #dropDelivered: Write;
  readonly #after: (id: number, max: number) => ItemBatch;
  readonly #delivery: Read;
  /** Pages with drafts. */
  readonly #drafted = new Set<number>();
  #isAwaited: boolean;
  #last: number;

  /** `keepsAll`: also items that all sinks have had. */
  constructor(database: Database, keepsAll: boolean) {
    this.#database = database;
    this.#keepsAll = keepsAll;
    this.#insert = database.write("INSERT INTO items (place, item) VALUES (?, ?)");
    this.#draft = database.write("INSERT INTO drafts (place, item) VALUES (?, ?)");
    this.#keepDrafts = database.write(
      "INSERT INTO items (place, item) SELECT place, item FROM drafts WHERE place = ? ORDER BY id",
    );
    this.#dropDrafts = database.write("DELETE FROM drafts WHERE place = ?");
    this.#deliver = database.write(
      `INSERT INTO deliveries (name, id, position) VALUES (?1, ?2, ?3)
        ON CONFLICT DO UPDATE SET id = ?2, position = ?3`,
    );
    this.#dropDelivered = database.write(
      "DELETE FROM items WHERE id <= (SELECT min(id) FROM deliveries)",
    );
    this.#after = itemBatches(database, ITEMS);
    this.#delivery = database.read(
      "SELECT id, CAST(position AS BLOB) AS position FROM deliveries WHERE name = ?",
    );
    database.write("DELETE FROM drafts")(); // of pages that are fetched again
    this.#last = lastOf(database);
    this.#isAwaited = database.read("SELECT 1 FROM deliveries LIMIT 1").one() !== undefined;
  }

  get isWanted(): boolean {
    return this.#keepsAll || this.#isAwaited;
  }

  get last(): number {
    return this.#last;
  }

  draft(lease: Lease, items: readonly string[]): void {
    const { place } = own(lease).waiting;
    this.#drafted.add(place);
    for (const item of items) this.#draft(place, item);
  }

  after(id: number, max: number): readonly KeptItem[] {
    const { rows } = this.#after(id, max);
    return rows.map((row) => ({ id: Number(row["id"]), item: String(row["item"]) }));
  }

  /** One that is new has nothing of what came before it, unless all is kept. */
  delivery(name: string): Delivery {
    const row = this.#delivery.one(name);
    if (!row) return { id: this.#keepsAll ? 0 : this.#last, position: undefined };
    const parse = (): unknown => JSON.parse(String(row["position"]));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by deliver()
    const position = unlessDamaged(this.#database.file, `position of ${name}`, parse) as Json;
    return { id: Number(row["id"]), position };
  }

  deliver(name: string, { id, position = null }: Delivery): void {
    this.#deliver(name, id, JSON.stringify(position));
    this.#isAwaited = true;
    if (!this.#keepsAll) this.#dropDelivered();
  }

  /** Keeps the items of a page that is done, its drafts first; else drops its drafts. */
  settle(place: number, outcome: Settlement): void {
    const isDone = "done" in outcome;
    if (this.#drafted.delete(place)) {
      if (isDone) this.#last += this.#keepDrafts(place);
      this.#dropDrafts(place);
    }
    if (!isDone || !outcome.items) return;
    for (const item of outcome.items) this.#insert(place, item);
    this.#last += outcome.items.length;
  }
}

const ITEMS =
  "SELECT id, CAST(item AS BLOB) AS item FROM items WHERE id > ? AND id <= ? ORDER BY id";

/** The id of the last item there ever was; ids have no gap, so a count goes on from it. */
function lastOf(database: Database): number {
  const row = database.read("SELECT seq FROM sqlite_sequence WHERE name = 'items'").one();
  return Number(row?.["seq"] ?? 0);
}
