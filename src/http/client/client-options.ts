import {
  requireBoolean,
  requireDuration,
  requireFunction,
  requireOptions,
  requireWhole,
  show,
} from "../../service/options.ts";
import { isHeaderValue } from "../header-syntax.ts";
import type { AcceptBody } from "../message.ts";
import type { DnsOptions } from "./dns/dns-cache.ts";
import type { HostAddresses } from "./resolve-hosts.ts";
import type { SsrfGuardOptions } from "./ssrf/ssrf-guard-options.ts";
import { requireTlsOptions, type TlsOptions } from "./tls-options.ts";
import { version } from "./version.ts";

/** Options of {@link httpClient}. */
export interface HttpClientOptions {
  /** Connections that an origin may have at once; calls above that wait. @defaultValue `Infinity` */
  readonly connections?: number;
  /** How long a call may take, to the last byte, in milliseconds. @defaultValue 30 s */
  readonly timeoutMs?: number;
  /** Bytes that a body may have, on the wire as well as decompressed. @defaultValue 10 MiB */
  readonly maxBytes?: number;
  /**
   * Says by the head of a response whether to read its body, where one is to come.
   *
   * @defaultValue every body is read
   */
  readonly accept?: AcceptBody;
  /** Whether a body that the connection cut is a response, `truncated`, and no error. @defaultValue `false` */
  readonly allowTruncated?: boolean;
  /** User-Agent of requests that have none. @defaultValue `pagoda/` and its version, with its home page */
  readonly userAgent?: string;
  /**
   * Addresses by `"host:port"`, which the DNS is not asked for; `"*:port"` stands for every host.
   *
   * @defaultValue none
   */
  readonly resolve?: HostAddresses;
  /** How names become addresses, and how long those are kept. @defaultValue the resolver of the system, 60 s */
  readonly dns?: DnsOptions;
  /**
   * Whether to connect to nothing but public addresses and usual ports, for URLs that come from strangers.
   *
   * @defaultValue `false`
   */
  readonly ssrfGuard?: boolean | SsrfGuardOptions;
  /**
   * URL of the proxy that requests go through, `http://` or `https://`, its user name and password in it.
   *
   * @defaultValue `false`: directly, whatever HTTP_PROXY and the like say
   */
  readonly proxy?: string | false;
  /** Whether to speak HTTP/2 with servers that choose it in TLS. @defaultValue `false` */
  readonly http2?: boolean;
  /** Authorities to trust beside the usual ones. @defaultValue none */
  readonly tls?: TlsOptions;
}

/** Options of a client of which none is left out, but for `accept`. */
export type ClientSettings = Required<Omit<HttpClientOptions, "accept">> &
  Pick<HttpClientOptions, "accept">;

const known: Readonly<Record<keyof HttpClientOptions, true>> = {
  connections: true,
  timeoutMs: true,
  maxBytes: true,
  accept: true,
  allowTruncated: true,
  userAgent: true,
  resolve: true,
  dns: true,
  ssrfGuard: true,
  proxy: true,
  http2: true,
  tls: true,
};

const MIB = 1024 * 1024;
const HOME = "https://www.npmjs.com/package/pagoda";

/** Fills in what options leave out, and throws on what is wrong, but for `resolve`, `dns`, `ssrfGuard` and `proxy`. */
export function clientSettings(options: HttpClientOptions): ClientSettings {
  requireOptions("httpClient", options, known);
  const settings = filledIn(options);
  requireWhole("connections", settings.connections, 1);
  requireDuration("timeoutMs", settings.timeoutMs);
  requireWhole("maxBytes", settings.maxBytes, 0);
  if (settings.accept !== undefined) requireFunction("accept", settings.accept);
  requireBoolean("allowTruncated", settings.allowTruncated);
  requireHeaderValue("userAgent", settings.userAgent);
  requireBoolean("http2", settings.http2);
  requireTlsOptions(settings.tls);
  return settings;
}

function filledIn(options: HttpClientOptions): ClientSettings {
  const { timeoutMs = 30_000, maxBytes = 10 * MIB, allowTruncated = false } = options;
  const { userAgent = `pagoda/${version} (+${HOME})` } = options;
  return { ...options, ...networkOf(options), timeoutMs, maxBytes, allowTruncated, userAgent };
}

/** What connections are opened by. */
function networkOf(
  options: HttpClientOptions,
): Pick<
  ClientSettings,
  "connections" | "resolve" | "dns" | "ssrfGuard" | "proxy" | "http2" | "tls"
> {
  const { connections = Infinity, resolve = {}, dns = {}, ssrfGuard = false } = options;
  const { proxy = false, http2 = false, tls = {} } = options;
  return { connections, resolve, dns, ssrfGuard, proxy, http2, tls };
}

function requireHeaderValue(option: string, value: string): void {
  if (typeof value === "string" && value !== "" && isHeaderValue(value)) return;
  throw new TypeError(`Expected "${option}" to be text for a header: got ${show(value)}`);
}
