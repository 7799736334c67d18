import type { SecureContext } from "node:tls";

import type { Agent, buildConnector } from "undici";

import { Connector, type ConnectorRules } from "./connector.ts";
import { AlpnSender } from "./http2/alpn-sender.ts";
import type { HttpProxy } from "./proxy/http-proxy.ts";
import type { Sender } from "./sender.ts";

/** What a {@link Pool} is made of. */
export interface PoolOptions extends Omit<ConnectorRules, "proxy"> {
  /** Whether to speak HTTP/2 with servers that choose it. */
  readonly http2: boolean;
  /** That of the client, which is connected to whatever the guard says. */
  readonly ownProxy: HttpProxy | undefined;
}

/** What the pools of a client have in common. */
export interface PoolParts {
  readonly Agent: typeof Agent;
  readonly buildConnector: typeof buildConnector;
  readonly secureContext: SecureContext | undefined;
}

/** Connections that are kept open for the next request: direct ones, or those through one proxy. */
export interface Pool {
  readonly connector: Connector;
  readonly sender: Sender;
}

/** As in Chrome: pages that name everything they preload have heads of tens of kilobytes. */
const MAX_HEAD_BYTES = 256 * 1024;

/** Makes a pool, which keeps its sessions of TLS for itself. */
export function openPool(
  options: PoolOptions,
  { Agent, buildConnector, secureContext }: PoolParts,
  proxy?: HttpProxy,
): Pool {
  const { connections, guard, http2, ownProxy } = options;
  // The time to connect is kept by the connector, and the deadline of each call stands for the others.
  const secure = { timeout: 0, ...(secureContext && { secureContext }) };
  const limits = { maxHeaderSize: MAX_HEAD_BYTES, headersTimeout: 0, bodyTimeout: 0 };
  const pooled = { ...limits, ...(connections === Infinity ? {} : { connections }) };
  const http1 = (connect: buildConnector.connector): Sender => new Agent({ ...pooled, connect });
  const proxyRules = proxy && {
    proxy,
    guard: proxy.key === ownProxy?.key ? undefined : guard,
    secure: buildConnector(secure),
  };
  const connector = new Connector({ ...options, proxy: proxyRules });
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
