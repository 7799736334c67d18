import { isIP } from "node:net";

import { attemptKey } from "../../service/attempt-key.ts";
import { ClosedError } from "../../service/errors.ts";
import { type Service, service } from "../../service/service.ts";
import { HttpError } from "../errors.ts";
import type { HttpRequest, HttpResponse } from "../message.ts";
import { callOf } from "./call-of.ts";
import type { Call } from "./call.ts";
import { clientSettings, type HttpClientOptions } from "./client-options.ts";
import { DnsCache } from "./dns/dns-cache.ts";
import { prefetch } from "./dns/prefetch.ts";
import { Exchange } from "./exchange.ts";
import type { Pool } from "./pool.ts";
import { loadPools, type Pools } from "./pools.ts";
import { httpProxy } from "./proxy/http-proxy.ts";
import { resolveHosts } from "./resolve-hosts.ts";
import { ssrfGuardOf } from "./ssrf/ssrf-guard.ts";
import { subjectOf } from "./wire-request.ts";

/** The leaf of a stack, which knows more than to be called. */
export interface HttpClient extends Service<HttpRequest, HttpResponse>, AsyncDisposable {
  /**
   * Looks up the address of a host, or of that of a URL, so that a request soon after need not wait;
   * with a `proxy` that of the proxy.
   *
   * Resolves once that is done, also where it failed, of which the request will tell. Rejects with a
   * `TypeError` for what is no host, and with a `ClosedError` once the client was disposed, also while
   * it waits.
   */
  prefetch(hostOrUrl: string): Promise<void>;
  /**
   * The addresses that a host, without a port, is connected to: its own, those of `resolve`, or those
   * of the DNS, which are kept and shared with the requests.
   *
   * Rejects where there are none, and with a `ClosedError` once the client was disposed.
   */
  readonly addressesOf: (host: string) => Promise<readonly string[]>;
}

/**
 * The leaf of a stack: sends requests over HTTP/1.1 or HTTP/2, and reads their responses whole.
 *
 * Any status is a response; nothing is followed, repeated or kept. Path and query go on the wire as
 * the WHATWG parser gives them, to the byte, and the headers of the request in their order.
 * A user name and password in the URL are sent as Basic authorization.
 * Where the request has none of them, it gets a User-Agent, an Accept of anything and an
 * Accept-Encoding that names what can be undone.
 *
 * Connections are kept open for the next request, and do not keep the process alive while idle.
 * The least of `timeoutMs`, that of the request and the deadline of the context covers all from the
 * call to the last byte, connecting included; an attempt to connect has the `timeoutMs` of the client.
 * A call that is aborted rejects with the reason, and its connection is closed; one that is being made,
 * unless other calls may want it, as with `http2` or a limit of `connections`.
 * With a `maxBytes` of its own, which counts in place of the client's, a request gets the beginning of
 * a body that is longer, `truncated`.
 *
 * The addresses of a host are kept for a minute, and are asked for anew where none of them takes a
 * connection; all of them are tried, IPv4 and IPv6 in turns, a quarter of a second apart (RFC 8305).
 * With `http2`, servers that choose it in TLS are sent all requests on one connection, which stays open
 * for a minute; what is under way when a server says goodbye is waited for. Others get HTTP/1.1.
 * Certificates are always checked; `tls.ca` names authorities to trust beside the usual ones.
 *
 * With `ssrfGuard`, it connects to nothing but public addresses, judged as they are connected to, and to
 * listed ports; a host any of whose addresses is blocked is refused with a `BlockedAddressError`.
 * That goes for what `resolve` says too.
 *
 * With `proxy`, its own or that of a request, which wins (`false` for none), all goes through that proxy,
 * which looks up hosts by itself: https by a tunnel (CONNECT), in which HTTP/2 and certificates are as
 * ever; http by handing it the request, as curl and browsers do, since many make no tunnels to port 80.
 * Its user name and password are told to it and nobody else, and no error shows them. `resolve` and `dns`
 * then speak of the proxy. The guard goes on: it judges the addresses of the host here, and has the proxy
 * make a tunnel to one of them, for http too; it judges a proxy that a request names as it would a host.
 *
 * A body that `accept` refuses, such as that of a video, is not read, and its connection is closed:
 * the response comes without a byte of it, `truncated`. What `accept` throws, the call rejects with.
 * `accept` and `allowTruncated` of a request count in place of the client's.
 *
 * Codings of the content and of the transfer are undone: gzip, deflate, br, where Node has it zstd, up
 * to five on top of each other. Names that are no coding are passed over, as is what stands behind the
 * end of the compressed data. A body that is whole on the wire but whose compressed data was cut by the
 * server is handed over as far as it goes, `truncated`.
 *
 * Interim responses are passed over, a 100 that nobody asked for too, and folded headers unfolded.
 *
 * It rejects with an {@link HttpError}, whose `cause` is what Node or undici said, and which knows the
 * request, the attempt and how far that had come (`timings`):
 *
 * | code | when |
 * | --- | --- |
 * | `dns` | the host has no address, or the resolver failed |
 * | `connect` | no connection could be made, or the proxy refused: `proxyStatus` is what it answered, such as 407 |
 * | `tls` | the handshake failed; `tlsReason` tells why, as for a certificate that is not trusted |
 * | `timeout` | the time ran out, or that to connect |
 * | `connection_reset` | the connection, or its stream of HTTP/2, ended before the head of the response |
 * | `protocol` | the peer does not speak HTTP, or its head is longer than 256 KiB, or over HTTP/2 in more than 9 frames |
 * | `truncated_body` | the connection ended before the body: `response` has what had come, and is the answer itself with `allowTruncated` |
 * | `too_large` | the body has more than `maxBytes`, by its Content-Length, on the wire or decompressed |
 * | `decode` | a coding cannot be undone: damaged, unknown to us, or one of too many |
 *
 * After the head, every one of them has the response, `truncated`; only `truncated_body` has bytes of it.
 * An {@link InvalidRequestError} means that the request cannot be sent as one message that all read
 * alike: not a byte of it was. A `ClosedError` means that the client was disposed, which ends all calls at
 * once and closes all connections.
 *
 * @example
 * ```ts
 * const client = httpClient({ timeoutMs: 10_000 });
 * const fetchPage = ServiceBuilder.for<HttpRequest, HttpResponse>().layer(retry()).service(client);
 * const { status, text } = await fetchPage.call({ url: "https://example.com/" });
 * ```
 */
export function httpClient(options: HttpClientOptions = {}): HttpClient {
  const settings = clientSettings(options);
  const { timeoutMs } = settings;
  const resolveHost = resolveHosts(settings.resolve);
  const dns = new DnsCache(settings.dns, { lookupMs: Math.min(MOST_LOOKUP_MS, timeoutMs / 2) });
  const guard = ssrfGuardOf(settings.ssrfGuard);
  const ownProxy = settings.proxy === false ? undefined : httpProxy(settings.proxy);
  const rules = { ...settings, dns, resolveHost, guard, ownProxy };

  let pools: Pools | undefined;
  let opening: Promise<Pools> | undefined;
  let closing: Promise<void> | undefined;

  const open = async (): Promise<Pools> => {
    const opened = await loadPools(rules);
    if (closing) throw closed();
    pools = opened;
    return opened;
  };
  const close = async (): Promise<void> => {
    dns.close(closed());
    await pools?.destroy(closed());
  };
  const openAndSend = async (call: Call): Promise<HttpResponse> => {
    const { clock } = call.context;
    const before = clock.now();
    const opened = await (opening ??= open());
    call.context.throwIfAborted();
    return sendBy(opened, call, clock.now() - before);
  };

  return {
    ...service<HttpRequest, HttpResponse>((request, context) => {
      if (closing) throw closed();
      context.throwIfAborted();
      const call = callOf(request, context, rules);
      return pools ? sendBy(pools, call) : openAndSend(call);
    }),
    async prefetch(hostOrUrl) {
      if (closing) throw closed();
      const isGuarded = guard !== undefined;
      await prefetch(hostOrUrl, { dns, resolveHost, proxy: ownProxy, isGuarded });
    },
    async addressesOf(host) {
      if (closing) throw closed();
      const address = isIP(host) > 0 ? host : resolveHost(host);
      return address === undefined ? dns.addressesOf(host) : [address];
    },
    [Symbol.asyncDispose]: () => (closing ??= close()),
  };
}

/** After one call that waited for a lookup in vain, the next has the name looked up again. */
const MOST_LOOKUP_MS = 10_000;

function sendBy(pools: Pools, call: Call, spentMs?: number): Promise<HttpResponse> {
  const { proxy } = call;
  if (!proxy) return send(pools.direct, call, spentMs);
  return pools.lend(proxy, (pool) => send(pool, call, spentMs));
}

function send({ sender, connector }: Pool, call: Call, spentMs = 0): Promise<HttpResponse> {
  if (call.timeoutMs <= spentMs) return Promise.reject(noTimeLeft(call, spentMs));
  return new Promise((resolve, reject) => {
    const exchange = new Exchange(call, connector, { resolve, reject, spentMs });
    connector.begun = undefined;
    sender.dispatch(call.wire, exchange);
    if (connector.begun) exchange.connecting(connector.begun);
  });
}

function noTimeLeft({ request, wire, context }: Call, spentMs: number): HttpError {
  const timings = { firstByteMs: spentMs, totalMs: spentMs };
  const attempt = context.get(attemptKey);
  return new HttpError("timeout", `No time left for ${subjectOf(wire)}`, {
    request,
    attempt,
    timings,
    cause: new Error("The time ran out before the request was sent"),
  });
}

function closed(): ClosedError {
  return new ClosedError("The HTTP client is closed");
}
