/** Why a request went on to the server, by the words of RFC 9211, section 2.2. */
type ForwardReason = "bypass" | "method" | "uri-miss" | "vary-miss" | "stale" | "request";

/** How a cache handled a request. */
export interface CacheNote {
  /** The response was had without the server. */
  readonly hit?: boolean;
  /** Why the server was asked. */
  readonly fwd?: ForwardReason;
  /** What it answered, where that is not the status of the response. */
  readonly fwdStatus?: number;
  /** How long it is fresh yet, in milliseconds; negative where it is stale. */
  readonly ttlMs?: number;
  /** It was kept. */
  readonly stored?: boolean;
  /** Others asked for the same at once, and one request was sent. */
  readonly collapsed?: boolean;
  /** What else there is to say: a token. */
  readonly detail?: string;
}

/** A note as one member of a Cache-Status header (RFC 9211). */
export function cacheStatus(note: CacheNote): string {
  const { hit, fwd, fwdStatus, ttlMs, stored, collapsed, detail } = note;
  const parameters = [
    hit === true && "hit",
    fwd !== undefined && `fwd=${fwd}`,
    fwdStatus !== undefined && `fwd-status=${fwdStatus}`,
    ttlMs !== undefined && Number.isFinite(ttlMs) && `ttl=${Math.floor(ttlMs / 1000)}`,
    stored === true && "stored",
    collapsed === true && "collapsed",
    detail !== undefined && `detail=${detail}`,
  ];
  return ["pagoda", ...parameters.filter((parameter) => parameter !== false)].join("; ");
}
