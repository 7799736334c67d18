import { fingerprintBy, type RequestFingerprint } from "../engine/frontier/fingerprint.ts";
import { type CrawlOrder, rankBy, type RequestScore } from "../engine/frontier/order.ts";
import type { UrlKeyOptions } from "../http/url/url-key.ts";
import { type Clock, systemClock } from "../service/clock.ts";
import {
  requireBoolean,
  requireMethods,
  requireOptions,
  requireWhole,
  show,
} from "../service/options.ts";

/** Options of a `SqliteFrontier`. */
export interface SqliteFrontierOptions {
  /** The database, relative to the folder the process is in. Made if need be. */
  readonly file: string;
  /** Calls in flight to one host. @defaultValue 8 */
  readonly perHost?: number | undefined;
  /** Which request of a host comes first, of those of the same priority. @defaultValue `"breadth-first"` */
  readonly order?: CrawlOrder | undefined;
  /** How good a request is, where the order is `"best-first"`. @defaultValue none */
  readonly score?: RequestScore | undefined;
  /** Whether a request that fails is forgotten, so that it can be added again. @defaultValue `false` */
  readonly forgetFailed?: boolean | undefined;
  /** What counts as the same URL. @defaultValue `urlKey` as it is */
  readonly key?: UrlKeyOptions | undefined;
  /** Which requests are the same, in place of method, URL and body. @defaultValue by these and `key` */
  readonly fingerprint?: RequestFingerprint | undefined;
  /**
   * Whether items stay in the database, where `readItems` reads them, once all sinks have had them.
   * @defaultValue `false`
   */
  readonly keepItems?: boolean | undefined;
  /** That of the crawl, where it is not that of the system. @defaultValue `systemClock` */
  readonly clock?: Clock | undefined;
}

/** The options of a `SqliteFrontier`, checked and complete. */
export interface SqliteFrontierPlan {
  readonly file: string;
  readonly perHost: number;
  readonly rank: RequestScore | undefined;
  readonly forgetFailed: boolean;
  readonly fingerprint: RequestFingerprint;
  readonly keepItems: boolean;
  readonly clock: Clock;
  /** Those by which what is stored must be read. */
  readonly begunWith: Readonly<Record<string, string>>;
}

const known = {
  file: true,
  perHost: true,
  order: true,
  score: true,
  forgetFailed: true,
  key: true,
  fingerprint: true,
  keepItems: true,
  clock: true,
} as const;

/** Checks the options and fills in the defaults. */
export function frontierPlanOf(options: SqliteFrontierOptions): SqliteFrontierPlan {
  requireOptions("SqliteFrontier", options, known);
  const { clock = systemClock, file, forgetFailed = false, perHost = 8 } = options;
  const { fingerprint, keepItems = false, key, order = "breadth-first", score } = options;
  if (typeof file !== "string" || file === "") {
    throw new TypeError(`Expected "file" to be the path of a database: got ${show(file)}`);
  }
  requireWhole("perHost", perHost, 1);
  requireBoolean("forgetFailed", forgetFailed);
  requireBoolean("keepItems", keepItems);
  requireMethods("clock", clock, ["now", "wallMs"]);
  return {
    file,
    perHost,
    rank: rankBy(order, score),
    forgetFailed,
    fingerprint: fingerprintBy(key, fingerprint),
    keepItems,
    clock,
    begunWith: { order, key: fingerprint ? "fingerprint()" : keyText(key) },
  };
}

function keyText({ sortQuery = false, stripParams = [] }: UrlKeyOptions = {}): string {
  return JSON.stringify({ sortQuery, stripParams });
}
