import { createHash } from "node:crypto";
import { createRequire } from "node:module";

import type { hash as blake3Hash } from "blake3-wasm";

import type { ContentSeen } from "../engine/hooks/content-seen.ts";
import { requireOptions, show } from "../service/options.ts";
import { requireBegunWith } from "./begun-with.ts";
import type { Contents } from "./contents.ts";
import { SqliteFrontier } from "./sqlite-frontier.ts";

/** Options of a {@link SqliteContentSeen}. */
export interface SqliteContentSeenOptions {
  /** The frontier of the crawl, in whose database bodies are remembered. */
  readonly frontier: SqliteFrontier;
  /** By what bodies are told apart. @defaultValue `"md5"` */
  readonly hash?: "md5" | "blake3" | undefined;
}

/**
 * Remembers the bodies of pages in the database of a crawl, from one run to the next.
 *
 * A body belongs to the URL that had it first. That is remembered in the transaction in which its page is
 * done: one that is fetched again, since its process was killed before, is parsed, and one that then
 * fails leaves its body to the next that has it.
 * Whoever writes pages can make two that are the same to MD5, and so keep one of them from being
 * parsed; not to blake3. Which of them it is cannot change later.
 *
 * @example
 * ```ts
 * await using frontier = new SqliteFrontier({ file: "crawl.db" });
 * const contentSeen = new SqliteContentSeen({ frontier });
 * await crawl({ frontier, contentSeen, start: "https://example.com", parse }).done();
 * ```
 */
export class SqliteContentSeen implements ContentSeen {
  readonly #hash: (body: Uint8Array) => Uint8Array;
  readonly #contents: Contents;

  constructor(options: SqliteContentSeenOptions) {
    requireOptions("SqliteContentSeen", options, { frontier: true, hash: true });
    const { frontier, hash = "md5" } = options;
    if (!(frontier instanceof SqliteFrontier)) {
      throw new TypeError(`Expected "frontier" to be a SqliteFrontier: got ${show(frontier)}`);
    }
    this.#hash = hashBy(hash);
    const { contents, database } = frontier;
    requireBegunWith(database, { hash });
    this.#contents = contents;
  }

  claim(body: Uint8Array, url: string): boolean {
    return this.#contents.claim(this.#hash(body), url);
  }
}

function hashBy(hash: unknown): (body: Uint8Array) => Uint8Array {
  if (hash === "md5") return (body) => createHash("md5").update(body).digest();
  if (hash === "blake3") return blake3();
  throw new RangeError(`Expected "hash" to be "md5" or "blake3": got ${show(hash)}`);
}

/** On first use, since it takes 50 ms. */
function blake3(): (body: Uint8Array) => Uint8Array {
  const require = createRequire(import.meta.url);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `require` knows no types
  const { hash } = require("blake3-wasm") as { readonly hash: typeof blake3Hash };
  return (body) => Buffer.from(hash(body).toString("hex"), "hex");
}
