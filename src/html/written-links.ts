import type { Attributes } from "./attributes.ts";
import { assetSources, pageSources } from "./link-sources.ts";
import { refreshTarget } from "./meta-refresh.ts";
import { asksNoFollow, isMeantFor } from "./meta-robots.ts";
import { tagNames } from "./tag-names.ts";
import { TagScanner } from "./tag-scanner.ts";

/** What {@link readLinks} found, in document order, as written but for character references. */
export interface WrittenLinks {
  readonly links: readonly string[];
  /** The `href` of the first `<base>` that has one. */
  readonly base: string | undefined;
  /** Whether a `<meta>` asks the agent not to follow the links. */
  readonly noFollow: boolean;
}

/** Which links {@link readLinks} reads, and for whom. */
export interface LinkChoice {
  readonly assets: boolean;
  readonly respectNofollow: boolean;
  readonly agent: string | undefined;
}

/** Reads the links of a page, and what the page says about them. */
export function readLinks(html: string, choice: LinkChoice): WrittenLinks {
  const sources = choice.assets ? assetSources : pageSources;
  const tags = new TagScanner(html, choice.assets ? assetNames : pageNames);
  const { attributes } = tags;
  const links: string[] = [];
  let base: string | undefined;
  let noFollow = false;

  const add = (link: string | undefined): void => {
    if (link !== undefined) links.push(link);
  };
  for (let name = tags.next(); name !== undefined; name = tags.next()) {
    if (tags.foreign) {
      if (name === "a") add(attributes.get("href") ?? attributes.get("xlink:href"));
    } else if (name === "base") base ??= attributes.get("href");
    else if (name === "meta") {
      add(refreshOf(attributes));
      noFollow ||= isNoFollowMeta(attributes, choice.agent);
    } else if (!(choice.respectNofollow && isNoFollow(attributes))) {
      for (const attribute of sources.get(name) ?? []) add(attributes.get(attribute));
    }
  }
  return { links, base, noFollow };
}

const pageNames = tagNames([...pageSources.keys(), "base", "meta"]);
const assetNames = tagNames([...assetSources.keys(), "base", "meta"]);

function refreshOf(meta: Attributes): string | undefined {
  if (meta.get("http-equiv")?.toLowerCase() !== "refresh") return undefined;
  return refreshTarget(meta.get("content") ?? "");
}

function isNoFollowMeta(meta: Attributes, agent: string | undefined): boolean {
  return isMeantFor(agent, meta.get("name") ?? "") && asksNoFollow(meta.get("content") ?? "");
}

function isNoFollow(link: Attributes): boolean {
  return /(?:^|[\t\n\f\r ])nofollow(?:[\t\n\f\r ]|$)/i.test(link.get("rel") ?? "");
}
