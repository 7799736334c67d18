import { CrawlRequest, type CrawlRequestOptions } from "../engine/page/crawl-request.ts";
import { frozenJson, type Json } from "../engine/page/json.ts";

/** What a request says besides what has a column of its own: only what is not the default. */
interface More {
  readonly to?: string | undefined;
  readonly method?: string | undefined;
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
  readonly text?: string | undefined;
  /** A body of bytes, in base64. */
  readonly bytes?: string | undefined;
  readonly dontFilter?: boolean | undefined;
  readonly meta?: Json | undefined;
  readonly notBefore?: number | undefined;
  /** As text, since JSON knows no `Infinity`. */
  readonly timeoutMs?: string | undefined;
  readonly proxy?: string | false | undefined;
  readonly redirects?: readonly string[] | undefined;
  readonly chain?: number | undefined;
  readonly listed?: boolean | undefined;
}

/** What has a column of its own. */
export interface Columns {
  readonly url: string;
  readonly priority: number;
  readonly depth: number;
  readonly attempts: number;
}

/** The rest of a request as JSON; `null` where there is none, as of most. */
export function moreOf(request: CrawlRequest): string | null {
  const { body, notBefore, proxy, timeoutMs, to } = request;
  const isText = typeof body === "string";
  const more: More = {
    to,
    method: unless("GET", request.method),
    headers: unlessEmpty([...request.headers]),
    text: isText ? body : undefined,
    bytes: isText ? undefined : body && Buffer.from(body).toString("base64"),
    dontFilter: unless(false, request.dontFilter),
    meta: unless(null, request.meta),
    notBefore,
    timeoutMs: timeoutMs?.toString(),
    proxy,
    redirects: unlessEmpty(request.redirects),
    chain: unless(0, request.chain),
    listed: unless(false, request.listed),
  };
  const json = JSON.stringify(more);
  return json === "{}" ? null : json;
}

/** The request that was taken apart by {@link moreOf}. */
export function requestOf(columns: Columns, json: string | null): CrawlRequest {
  const { url, priority, depth, attempts } = columns;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by moreOf
  const more = (json === null ? {} : JSON.parse(json)) as More;
  const { bytes, chain = 0, listed = false, meta, redirects = [], text, timeoutMs, ...said } = more;
  const body = bytes === undefined ? text : new Uint8Array(Buffer.from(bytes, "base64"));
  const options: CrawlRequestOptions = {
    ...said,
    priority,
    body,
    meta: meta && frozenJson("meta", meta),
    timeoutMs: timeoutMs === undefined ? undefined : Number(timeoutMs),
  };
  return new CrawlRequest(url, options, { depth, attempts, redirects, chain, listed });
}

/** The URLs that led to a request that was taken apart by {@link moreOf}. */
export function redirectsOf(json: string | null): readonly string[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by moreOf
  return json === null ? [] : ((JSON.parse(json) as More).redirects ?? []);
}

function unless<T>(usual: T, value: T): T | undefined {
  return value === usual ? undefined : value;
}

function unlessEmpty<T>(values: readonly T[]): readonly T[] | undefined {
  return values.length === 0 ? undefined : values;
}
