import { extractLinks } from "pagoda/html";
import { decodeText } from "pagoda/http";

import { bytesOf, differs, NotPlayed, playerOf, type Player, type Problem } from "../case.ts";

type Text = string | { readonly $bytes_latin1: string };

interface LinksCase {
  readonly suite: string;
  readonly options?: { readonly kwargs?: Readonly<Record<string, unknown>> };
  readonly url?: string;
  readonly encoding?: string;
  readonly body?: Text;
  readonly links?: readonly { readonly url: string }[];
  readonly args?: readonly Text[];
  readonly kwargs?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
}

/** Links of pages as Scrapy finds them, base URLs and refreshes as w3lib does. */
export const linksSuite: Player = playerOf<LinksCase>((the) => {
  if (the.suite.includes("get_base_url")) return baseUrl(the);
  if (the.suite.includes("get_meta_refresh")) return metaRefresh(the);
  return pageLinks(the);
});

function pageLinks({
  options,
  url = "",
  encoding = "utf-8",
  body = "",
  links = [],
}: LinksCase): Problem {
  if (Object.keys(options?.kwargs ?? {}).length > 0)
    throw new NotPlayed("options that are not offered");
  const wanted = links.map(({ url }) => url);
  return differs("links", extractLinks(textOf(body, encoding), url, { encoding }), wanted);
}

/** The base shows in where a relative link leads. */
function baseUrl({ args = [], result }: LinksCase): Problem {
  const { html, url } = pageOf(args);
  const links = extractLinks(`<a href="probe">x</a>${html}`, url);
  return differs("link", links[0], new URL("probe", String(result)).href);
}

function metaRefresh({ args = [], kwargs = {}, result }: LinksCase): Problem {
  if (Object.keys(kwargs).length > 0) throw new NotPlayed("options that are not offered");
  const { html, url, encoding } = pageOf(args);
  const [, target]: readonly unknown[] = Array.isArray(result) ? result : [];
  return differs(
    "links",
    extractLinks(html, url, { encoding }),
    typeof target === "string" ? [target] : [],
  );
}

/** The page, its URL and its encoding, as the functions of w3lib take them. */
function pageOf([page = "", url = "", encoding = "utf-8"]: readonly Text[]): {
  readonly html: string;
  readonly url: string;
  readonly encoding: string;
} {
  if (url === "") throw new NotPlayed("a page without a URL");
  const label = textOf(encoding, "utf-8");
  const { encoding: name } = decodeText(new Uint8Array(), `text/plain; charset=${label}`);
  return { html: textOf(page, label), url: textOf(url, "utf-8"), encoding: name };
}

function textOf(text: Text, encoding: string): string {
  if (typeof text === "string") return text;
  return decodeText(bytesOf(text.$bytes_latin1), `text/html; charset=${encoding}`).text;
}
