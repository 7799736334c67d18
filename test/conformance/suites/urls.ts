import { urlKey, type UrlKeyOptions } from "pagoda/http";

import { differs, firstOf, NotPlayed, playerOf, type Player } from "../case.ts";
import { linksTo, locationTarget } from "../kinds/url.ts";

interface WhatwgCase {
  readonly input: string;
  readonly base: string | null;
  readonly href?: string;
  readonly failure?: boolean;
}

/** References as links and as redirects; what is no URL leads nowhere. */
export const whatwgSuite: Player = playerOf<WhatwgCase>(({ input, base, href = null }) => {
  if (parsed(input, base ?? undefined) !== href)
    throw new NotPlayed("this Node parses it differently");
  if (input.includes("\0")) throw new NotPlayed("a NUL, which neither pages nor headers can hold");
  if (base === null)
    return differs("key", keyOrNull(input), href === null ? null : keyOrNull(href));
  if (!/^https?:/i.test(base)) throw new NotPlayed("a base that no page has");
  if (IS_PLACE.test(input)) throw new NotPlayed("a place in the page itself");
  const page = withoutFragment(base);
  const header = input.replaceAll(/[\r\n]/g, "");
  return firstOf(
    differs("links", linksTo(input, base), href === null ? [] : [href]),
    differs("target of a redirect", locationTarget(page, header), href),
  );
});

const IS_PLACE = /^\s*(?:#|$)/;

function parsed(input: string, base: string | undefined): string | null {
  try {
    return new URL(input, base).href;
  } catch {
    return null;
  }
}

interface W3libCase {
  readonly fn: string;
  readonly args: readonly (string | { readonly $bytes_latin1: string })[];
  readonly kwargs: Readonly<Record<string, unknown>>;
  readonly result?: string | null;
  readonly raises?: string;
}

/** Whether what w3lib makes of a URL is the same page as the URL. */
export const w3libSuite: Player = playerOf<W3libCase>(({ fn, args, kwargs, result, raises }) => {
  if (!PLAYED.has(fn)) throw new NotPlayed(`${fn} is not offered`);
  const [url, ...others] = args;
  if (Object.keys(kwargs).length > 0 || others.length > 0)
    throw new NotPlayed("options that are not offered");
  if (typeof url !== "string") throw new NotPlayed("a URL in bytes");
  if (!/^https?:/i.test(url.trim())) throw new NotPlayed("a URL that is not of the web");
  if (raises !== undefined) return differs("key", keyOrNull(url), null);
  return differs("key", keyOrNull(url, SORTED), keyOrNull(result ?? "", SORTED));
});

interface NormalizeCase {
  readonly url: string;
  readonly options: Readonly<Record<string, unknown>> | null;
  readonly result?: string;
  readonly throws?: unknown;
}

/** Whether what normalize-url makes of a URL is the same page as the URL, its policies aside. */
export const normalizeUrlSuite: Player = playerOf<NormalizeCase>(({ url, options, result }) => {
  if (options !== null && Object.keys(options).length > 0)
    throw new NotPlayed("options that are not offered");
  if (!/^https?:/i.test(url.trim())) throw new NotPlayed("a URL that is not absolute");
  if (result === undefined) return differs("key", keyOrNull(url), null);
  return differs("key", likeTheirs(url), likeTheirs(result));
});

const PLAYED = new Set(["canonicalize_url", "safe_url_string", "safe_download_url"]);
const SORTED: UrlKeyOptions = { sortQuery: true };

function keyOrNull(url: string, options?: UrlKeyOptions): string | null {
  try {
    return urlKey(url, options);
  } catch {
    return null;
  }
}

/** The key less what normalize-url drops by choice: `www.`, empty segments, parameters that track. */
function likeTheirs(url: string): string | null {
  const key = keyOrNull(url, { ...SORTED, stripParams: ["utm_*"] });
  if (key === null) return null;
  const [page = "", ...query] = key.split("?");
  const segments = page.replace(/^(https?:\/\/)www\./, "$1").split("/");
  return [segments.filter((segment) => segment !== "").join("/"), ...query].join("?");
}

function withoutFragment(url: string): string {
  return url.replace(/#.*/s, "");
}
