import { extractLinks } from "pagoda/html";
import { domainKey, HttpResponse, redirectOf, urlKey, type UrlKeyOptions } from "pagoda/http";

import { differs, firstOf, playerOf, type Player, type Problem } from "../case.ts";
import { targetOnWire } from "../wire/target-on-wire.ts";

interface KeyOptions {
  readonly strip?: readonly string[];
  readonly sortQuery?: boolean;
}

interface KeyCase {
  readonly input: { readonly a: string; readonly b: string; readonly options?: KeyOptions };
  readonly expect: "same" | "different";
  readonly why?: string;
}

/** Whether two spellings have one key. Parameters that track are stripped where the case says so. */
const urlKeys: Player = playerOf<KeyCase>(({ input, expect, why = "" }) => {
  const options = {
    ...keyOptions(input.options),
    ...(STRIPS.test(why) && { stripParams: TRACKING }),
  };
  const keys = [urlKey(input.a, options), urlKey(input.b, options)];
  const actual = keys[0] === keys[1] ? "same" : "different";
  return differs(keys.join(" and "), actual, expect);
});

interface CanonicalCase {
  readonly input: { readonly url: string; readonly options?: KeyOptions };
  readonly expect: {
    readonly idempotent?: boolean;
    readonly contains?: string;
    readonly not_contains?: string;
    readonly equals?: string;
    readonly host?: string;
  };
}

const canonicalForms: Player = playerOf<CanonicalCase>(({ input, expect }) => {
  const options = keyOptions(input.options);
  const key = urlKey(input.url, options);
  const { contains = "", not_contains: alien, equals = key, host } = expect;
  return firstOf(
    differs("key of the key", urlKey(key, options), key),
    differs(`${key} has ${contains}`, key.includes(contains), true),
    differs(`${key} has ${alien}`, alien !== undefined && key.includes(alien), false),
    differs("key", key, equals),
    host === undefined ? undefined : differs("host", new URL(key).host, host),
  );
});

interface TargetCase {
  readonly input: { readonly url: string };
  readonly expect: { readonly request_target: string };
}

const requestTargets: Player = playerOf<TargetCase>(async ({ input, expect }) =>
  differs("request target", await targetOnWire(input.url), expect.request_target),
);

interface PartsCase {
  readonly input: { readonly url: string };
  readonly expect: { readonly hostname?: string; readonly port?: string | number | null };
}

const parts: Player = playerOf<PartsCase>(({ input: { url }, expect }) => {
  const port = new URL(urlKey(url)).port || null;
  return firstOf(
    expect.hostname === undefined
      ? undefined
      : differs("host name", domainKey(url), expect.hostname),
    expect.port === undefined
      ? undefined
      : differs("port", port, expect.port === null ? null : `${expect.port}`),
  );
});

interface ResolveCase {
  readonly input: { readonly base: string; readonly location?: string; readonly href?: string };
  readonly expect: string | null;
}

/** A Location as a redirect, a href as a link; null for what leads nowhere. */
const resolved: Player = playerOf<ResolveCase>(({ input, expect }) => {
  const { base, location, href } = input;
  return firstOf(
    location === undefined ? undefined : differs("target", locationTarget(base, location), expect),
    href === undefined ? undefined : linkDiffers(base, href, expect),
  );
});

function linkDiffers(base: string, href: string, expect: string | null): Problem {
  return differs("links", linksTo(href, base), expect === null ? [] : [expect]);
}

/** The links of a page with one link. */
export function linksTo(href: string, base: string): readonly string[] {
  const attribute = href.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return extractLinks(`<a href="${attribute}">x</a>`, base);
}

/** Where a redirect leads; null if nowhere. */
export function locationTarget(url: string, location: string): string | null {
  const headers = { location: Buffer.from(location).toString("latin1") };
  try {
    return redirectOf({ url }, new HttpResponse({ url, status: 302, headers }))?.url ?? null;
  } catch {
    return null;
  }
}

/** Players of the kinds `url.*`. */
export const urlPlayers: Readonly<Record<string, Player>> = {
  "url.key": urlKeys,
  "url.canon": canonicalForms,
  "url.fetch": requestTargets,
  "url.parts": parts,
  "url.resolve": resolved,
};

const STRIPS = /\bwith tracking-parameter stripping on\b/i;
const TRACKING = [
  "utm_*",
  "gclid",
  "dclid",
  "gbraid",
  "wbraid",
  "fbclid",
  "msclkid",
  "yclid",
  "mc_eid",
];

function keyOptions({ strip, sortQuery }: KeyOptions = {}): UrlKeyOptions {
  return { ...(strip && { stripParams: strip }), ...(sortQuery !== undefined && { sortQuery }) };
}
