import type { Dispatcher } from "undici";

import { AlpnDispatcher } from "./alpn-dispatcher.ts";
import { Connector } from "./connector.ts";
import type { Exchange } from "./exchange.ts";
import type { OpeningRules } from "./opening.ts";
import { secureContextOf, type TlsOptions } from "./tls-options.ts";
import type { WireRequest } from "./wire-request.ts";

/** What a {@link Pool} is made of. */
export interface PoolOptions extends OpeningRules {
  /** How many connections an origin may have at once; `Infinity` for any number. */
  readonly connections: number;
  /** Whether to speak HTTP/2 with servers that choose it. */
  readonly http2: boolean;
  readonly tls: TlsOptions;
}

/** What sends a request on some connection, and tells its exchange how it goes. */
export interface Sender {
  dispatch(wire: WireRequest, exchange: Exchange): void;
  destroy(reason: Error): Promise<void>;
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
  const secureBy = (allowH2: boolean): ReturnType<typeof buildConnector> =>
    // The time to connect is kept by the connector.
    buildConnector({ timeout: 0, allowH2, ...(secureContext && { secureContext }) });
  const agent: AgentMaker = (connect, more) =>
    new Agent({
      connect,
      ...more,
      maxHeaderSize: MAX_HEAD_BYTES,
      // The deadline of each call stands for both.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  const limit = connections === Infinity ? {} : { connections };
  const http1 = agent(connector.connectBy(secureBy(false)), limit);
  const sender = http2 ? new AlpnDispatcher({ connector, secure: secureBy(true), http1, agent }) : http1;
  return { connector, sender };
}

/** Makes an agent of undici whose connections are opened by `connect`. */
export type AgentMaker = (
  connect: Parameters<Dispatcher["compose"]> extends never ? never : import("undici").buildConnector.connector,
  more: { readonly connections?: number; readonly pipelining?: number },
) => Dispatcher;
