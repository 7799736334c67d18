import { plainOrigin } from "./plain-origin.ts";

/** The origin of an http(s) URL, in its canonical form. */
export interface KnownOrigin {
  readonly origin: string;
  readonly host: string;
}

const plain = new RegExp(`^${plainOrigin}$`);

/** Origins that the parser gives back as they stand. */
const known = new Map<string, KnownOrigin>();
const MOST_KNOWN = 1000;
/** What was asked for last, as the layers of a stack ask for the same in turn. */
let latest: { readonly url: string; readonly found: KnownOrigin | undefined } | undefined;

/**
 * The origin that a URL begins with, where it is in its canonical form and a path or nothing is behind it;
 * undefined where only the parser can tell, as for IDN and IPv6 hosts, high ports and the like.
 *
 * A crawler asks for few origins, and for each of them at several layers, so that they are remembered.
 */
export function knownOrigin(url: string): KnownOrigin | undefined {
  if (latest?.url === url) return latest.found;
  if (typeof url !== "string") return undefined; // whoever parses it says better what is wrong
  const found = read(url);
  latest = { url, found };
  return found;
}

function read(url: string): KnownOrigin | undefined {
  const end = url.indexOf("/", "https://".length);
  const origin = end === -1 ? url : url.slice(0, end);
  return known.get(origin) ?? learnt(origin);
}

function learnt(origin: string): KnownOrigin | undefined {
  const host = plain.exec(origin)?.[1];
  if (host === undefined) return undefined;
  if (known.size >= MOST_KNOWN) known.clear();
  const found = { origin, host };
  known.set(origin, found);
  return found;
}
