import { show } from "../../../service/options.ts";
import { tryParseUrl } from "../../url/parse-url.ts";
import { portOf } from "../port-of.ts";
import { basicAuthorization } from "../wire-request.ts";

/** A proxy that speaks HTTP, in plain text or within TLS. */
export interface HttpProxy {
  /** What tells it from others, its credentials among that: never shown. */
  readonly key: string;
  /** Scheme, host and port: all of it that may be shown. */
  readonly origin: string;
  readonly protocol: string;
  readonly host: string;
  /** The host without its port; an IPv6 address without brackets. */
  readonly hostname: string;
  readonly port: string;
  /** The value of Proxy-Authorization, where the URL has credentials. */
  readonly authorization: string | undefined;
}

/**
 * Reads the URL of a proxy, such as `http://user:password@proxy.test:3128`.
 *
 * Throws a `TypeError` that says what is wrong, and shows nothing of a text: where it is mistyped, nobody
 * knows where the password begins.
 */
export function httpProxy(input: unknown): HttpProxy {
  if (typeof input !== "string") throw noProxy(show(input));
  const url = /^[a-z][\w+.-]*:\/\//i.test(input) ? tryParseUrl(input) : undefined;
  if (!url) throw noProxy("a text that is none");
  requireProxyUrl(url);
  const { origin, protocol, host, hostname, username, password } = url;
  return {
    key: url.href,
    origin,
    protocol,
    host,
    hostname: hostname.replace(/^\[|\]$/g, ""),
    port: portOf(url),
    authorization: username + password === "" ? undefined : basicAuthorization(url),
  };
}

function requireProxyUrl({ protocol, port, username, pathname, href }: URL): void {
  if (protocol !== "http:" && protocol !== "https:") throw noProxy(`one of ${protocol}//`);
  if (pathname !== "/" || /[?#]/.test(href)) throw noProxy("one with more behind its port");
  if (port === "0") throw noProxy("one with the port 0");
  if (/:|%3a/i.test(username)) throw noProxy("one with a colon in the user name");
}

function noProxy(got: string): TypeError {
  const example = "http://user:password@proxy.test:3128";
  return new TypeError(
    `Expected "proxy" to be false or an http or https URL, such as "${example}": got ${got}`,
  );
}
