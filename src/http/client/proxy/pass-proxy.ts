import { isIPv6, type Socket } from "node:net";

import { messageOf } from "../network-error.ts";
import { type Secure, secured } from "../secured.ts";
import type { SsrfGuard } from "../ssrf/ssrf-guard.ts";
import type { HttpProxy } from "./http-proxy.ts";
import { openTunnel } from "./tunnel.ts";

/** What connections lead through. */
export interface ProxyRules {
  readonly proxy: HttpProxy;
  /** Asked before the proxy is connected to; undefined where it is trusted. */
  readonly guard: SsrfGuard | undefined;
  /** Makes TLS with the proxy. */
  readonly secure: Secure;
}

/** Makes of a connection to a proxy one that leads to `target`, or to the proxy itself where there is none. */
export async function passProxy(
  direct: Socket,
  { proxy, secure }: ProxyRules,
  target: string | undefined,
): Promise<Socket> {
  const socket = proxy.protocol === "https:" ? await securedProxy(direct, proxy, secure) : direct;
  if (target !== undefined) await openTunnel(socket, target, proxy);
  return socket;
}

/** A host and its port, as a CONNECT names them. */
export function authorityOf(host: string, port: string): string {
  return isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`;
}

async function securedProxy(direct: Socket, proxy: HttpProxy, secure: Secure): Promise<Socket> {
  const { origin, authorization: _, ...host } = proxy;
  try {
    return await secured(direct, host, secure);
  } catch (error) {
    const message = `TLS with the proxy ${origin} failed: ${messageOf(error)}`;
    throw new Error(message, { cause: error });
  }
}
