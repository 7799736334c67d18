import type { buildConnector } from "undici";

import { Connector } from "./connector.ts";
import { AlpnSender } from "./http2/alpn-sender.ts";
import type { OpeningRules } from "./opening.ts";
import type { Sender } from "./sender.ts";
import { secureContextOf, type TlsOptions } from "./tls-options.ts";

/** What a {@link Pool} is made of. */
export interface PoolOptions extends OpeningRules {
  /** How many connections an origin may have at once; `Infinity` for any number. */
  readonly connections: number;
  /** Whether to speak HTTP/2 with servers that choose it. */
  readonly http2: boolean;
  readonly tls: TlsOptions;
}

/** The connections of a client, kept open for the next request. */
export interface Pool {
  readonly connector: Connector;
  readonly sender: Sender;
}

/** As in Chrome: pages that name everything they preload have heads of tens of kilobytes. */
const MAX_HEAD_BYTES = 256 * 1024;

/** Loads undici, the one place that does, and makes a pool of it. */
export async function openPool(options: PoolOptions): Promise<Pool> {
  const { connections, http2, tls } = options;
  const { Agent, buildConnector } = await import("undici");
  const connector = new Connector(options);
  const secureContext = secureContextOf(tls);
  // The time to connect is kept by the connector, and the deadline of each call stands for the others.
  const secure = { timeout: 0, ...(secureContext && { secureContext }) };
  const limits = { maxHeaderSize: MAX_HEAD_BYTES, headersTimeout: 0, bodyTimeout: 0 };
  const pooled = { ...limits, ...(connections === Infinity ? {} : { connections }) };
  const http1 = (connect: buildConnector.connector): Sender => new Agent({ ...pooled, connect });
  const secureHttp1 = buildConnector(secure);
  if (!http2) return { connector, sender: http1(connector.connectBy(secureHttp1)) };
  const sender = new AlpnSender({
    connector,
    secureHttp1,
    secure: buildConnector({ ...secure, allowH2: true }),
    http1,
  });
  return { connector, sender };
}
