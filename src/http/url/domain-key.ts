import { knownOrigin } from "./known-origin.ts";
import { hostOf } from "./parse-url.ts";
import { requireUrl } from "./require-url.ts";

/**
 * The name under which requests to one host share a rate limit, a breaker or a turn in the schedule.
 *
 * It is the host in lower case, an international one in its ASCII form, without the dot that may
 * end it; an IPv6 address comes without brackets.
 * Scheme, port and credentials do not count: http and https are one bucket, and so are all ports,
 * since politeness is owed to a machine.
 * It throws a `TypeError` that quotes the input unless that is an absolute URL with a host.
 *
 * @example
 * ```ts
 * domainKey("https://user@Example.com.:8443/a"); // "example.com"
 * ```
 */
export function domainKey(url: string): string {
  return knownOrigin(url)?.host ?? withoutBrackets(hostOf(requireUrl(url)));
}

function withoutBrackets(host: string): string {
  return host.startsWith("[") ? host.slice(1, -1) : host;
}
