import type { Dispatcher } from "undici";

import { Connector } from "./connector.ts";
import type { ResolveHost } from "./resolve-hosts.ts";

/** What a {@link Pool} is made of. */
export interface PoolOptions {
  /** How many connections an origin may have at once; `Infinity` for any number. */
  readonly connections: number;
  /** How long an attempt to connect may take. */
  readonly timeoutMs: number;
  readonly resolveHost: ResolveHost;
}

/** The connections of a client, kept open for the next request. */
export interface Pool {
  readonly connector: Connector;
  readonly dispatcher: Dispatcher;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** As in Chrome: pages that name everything they preload have heads of tens of kilobytes. */
const MAX_HEAD_BYTES = 256 * 1024;

/** Loads undici, the one place that does, and makes a pool of it. */
export async function openPool(options: PoolOptions): Promise<Pool> {
  const { connections, timeoutMs, resolveHost } = options;
  const { Agent, buildConnector } = await import("undici");
  const timeout = timeoutMs > LONGEST_TIMER_MS ? 0 : timeoutMs;
  const connector = new Connector(buildConnector({ timeout }), resolveHost);
  const dispatcher = new Agent({
    connect: connector.connect,
    ...(connections === Infinity ? {} : { connections }),
    maxHeaderSize: MAX_HEAD_BYTES,
    // The deadline of each call stands for both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { connector, dispatcher };
}
