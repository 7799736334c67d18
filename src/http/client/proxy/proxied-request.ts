import { InvalidRequestError } from "../../errors.ts";
import type { HttpRequest } from "../../message.ts";
import { messageOf } from "../network-error.ts";
import type { WireRequest } from "../wire-request.ts";
import { type HttpProxy, httpProxy } from "./http-proxy.ts";

/** The proxy of a request: its own, or else that of the client. */
export function proxyOf(
  { proxy }: HttpRequest,
  ofClient: HttpProxy | undefined,
): HttpProxy | undefined {
  if (proxy === undefined) return ofClient;
  if (proxy === false) return undefined;
  try {
    return httpProxy(proxy);
  } catch (error) {
    throw new InvalidRequestError(messageOf(error), { cause: error });
  }
}

/**
 * A request as a proxy is handed it, which then sends it by itself (RFC 9112, section 3.2.2).
 *
 * Only there do the credentials for it stand in the request.
 */
export function forwarded(wire: WireRequest, { authorization }: HttpProxy): WireRequest {
  const { headers, origin, path } = wire;
  const credentials = authorization === undefined ? [] : ["Proxy-Authorization", authorization];
  return { ...wire, path: origin + path, headers: [...headers, ...credentials] };
}

/** Throws where a header has credentials for a proxy, which the host behind a tunnel would be told. */
export function requireNoCredentials({ headers }: WireRequest): void {
  if (!headers.some(isOfProxy)) return;
  throw new InvalidRequestError(
    'Expected the credentials for a proxy in its URL, "proxy": got a header Proxy-Authorization',
  );
}

/** Names and values come in turns. */
function isOfProxy(name: string, at: number): boolean {
  return at % 2 === 0 && name.toLowerCase() === "proxy-authorization";
}
