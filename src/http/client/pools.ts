import { createRequire } from "node:module";

import { openPool, type Pool, type PoolOptions, type PoolParts } from "./pool.ts";
import type { HttpProxy } from "./proxy/http-proxy.ts";
import { secureContextOf, type TlsOptions } from "./tls-options.ts";

/** A pool of connections through a proxy. */
interface ProxiedPool {
  readonly pool: Pool;
  /** How many calls use it. */
  calls: number;
}

/** How many are kept, unless more are in use. */
const MOST_KEPT = 256;

/** The connections of a client: direct ones, and for each proxy those through it. */
export class Pools {
  readonly direct: Pool;
  readonly #open: (proxy: HttpProxy) => Pool;
  /** The one not used for longest comes first. */
  readonly #proxied = new Map<string, ProxiedPool>();

  constructor(open: (proxy?: HttpProxy) => Pool) {
    this.direct = open();
    this.#open = open;
  }

  /** Lends the pool of a proxy to a call until it has ended. */
  lend<Res>(proxy: HttpProxy, send: (pool: Pool) => Promise<Res>): Promise<Res> {
    const lent = this.#proxied.get(proxy.key) ?? { pool: this.#open(proxy), calls: 0 };
    this.#proxied.delete(proxy.key);
    this.#proxied.set(proxy.key, lent);
    lent.calls++;
    this.#closeIdle();
    const sent = send(lent.pool);
    const done = (): void => void lent.calls--;
    sent.then(done, done);
    return sent;
  }

  /** Ends all that is under way, and closes all connections. */
  async destroy(reason: Error): Promise<void> {
    const proxied = [...this.#proxied.values()].map(({ pool }) => pool);
    await Promise.all([this.direct, ...proxied].map((pool) => destroyed(pool, reason)));
  }

  #closeIdle(): void {
    for (const [key, { pool, calls }] of this.#proxied) {
      if (this.#proxied.size <= MOST_KEPT) return;
      if (calls > 0) continue;
      this.#proxied.delete(key);
      void destroyed(pool, new Error("Other proxies have been used since"));
    }
  }
}

/** Loads undici, the one place that does, and makes pools of it. */
export async function loadPools(
  options: PoolOptions & { readonly tls: TlsOptions },
): Promise<Pools> {
  const { Agent, buildConnector } = await undici();
  const parts = { Agent, buildConnector, secureContext: secureContextOf(options.tls) };
  return new Pools((proxy) => openPool(options, parts, proxy));
}

/**
 * Most of undici is `fetch`, caches and mocks: loading what makes connections takes a third of the time.
 * Where another version keeps it elsewhere, all is loaded.
 */
async function undici(): Promise<Pick<PoolParts, "Agent" | "buildConnector">> {
  const require = createRequire(import.meta.url);
  try {
    return {
      Agent: require("undici/lib/dispatcher/agent.js"),
      buildConnector: require("undici/lib/core/connect.js"),
    };
  } catch {
    return import("undici");
  }
}

function destroyed({ connector, sender }: Pool, reason: Error): Promise<void> {
  connector.destroy(reason);
  return sender.destroy(reason);
}
