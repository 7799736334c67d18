/** The host of a URL in lower case, without the dot that may end a host name. */
export function hostOf(url: URL): string {
  const host = url.hostname.toLowerCase();
  return /[^.]\.$/.test(host) ? host.slice(0, -1) : host;
}

/**
 * Parses a URL, or answers undefined.
 *
 * `URL.canParse` would be shorter; optimized by Node 20, it is wrong about hosts in Latin-1.
 */
export function tryParseUrl(input: string, base?: URL): URL | undefined {
  try {
    return new URL(input, base);
  } catch {
    return undefined;
  }
}
