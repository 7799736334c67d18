import { assetSources, type LinkSources, pageSources, svgSources } from "./link-sources.ts";
import { refreshTarget } from "./meta-refresh.ts";
import { directivesIn, isMeantFor } from "./meta-robots.ts";
import type { Attributes } from "./scan/attributes.ts";
import type { Markup } from "./scan/markup.ts";
import { tagNames } from "./scan/tag-names.ts";
import { TagScanner } from "./scan/tag-scanner.ts";
import { parseSrcset } from "./srcset.ts";

/** What {@link readLinks} found, in document order, as written but for character references. */
export interface WrittenLinks {
  readonly links: readonly string[];
  /** The `href` of the first `<base>` that has one. */
  readonly base: string | undefined;
  /** What its `<meta>` tags ask of the agent. */
  readonly directives: readonly string[];
}

/** Which links {@link readLinks} reads, and whose robots directives. */
export interface LinkChoice {
  readonly assets?: boolean;
  readonly respectNofollow?: boolean;
  readonly agent?: string;
}

/** Reads the links of a page, and what the page says about them. */
export function readLinks(page: Markup, choice: LinkChoice = {}): WrittenLinks {
  const tags = new TagScanner(page, choice.assets ? assetNames : pageNames);
  const { attributes } = tags;
  const links: string[] = [];
  let base: string | undefined;
  const directives: string[] = [];
  for (let name = tags.next(); name !== undefined; name = tags.next()) {
    if (name === "meta") {
      const target = refreshOf(attributes);
      if (target !== undefined) links.push(target);
      directives.push(...directivesOf(attributes, choice.agent));
    } else if (name === "base" && !tags.foreign) base ??= attributes.get("href");
    else addLinks(links, name, tags, choice);
  }
  return { links, base, directives };
}

function addLinks(links: string[], name: string, tags: TagScanner, choice: LinkChoice): void {
  const { attributes } = tags;
  if (choice.respectNofollow && isNoFollow(attributes)) return;
  for (const attribute of sourcesIn(tags, choice).get(name) ?? []) {
    const link = attributes.get(attribute);
    if (link === undefined) continue;
    if (isSet(attribute)) links.push(...parseSrcset(link));
    else links.push(link);
  }
}

function sourcesIn(tags: TagScanner, choice: LinkChoice): LinkSources {
  if (tags.foreign) return svgSources;
  return choice.assets ? assetSources : pageSources;
}

function isSet(attribute: string): boolean {
  return attribute === "srcset" || attribute === "imagesrcset";
}

const pageNames = tagNames([...pageSources.keys(), "base", "meta"]);
const assetNames = tagNames([...assetSources.keys(), "base", "meta"]);

function refreshOf(meta: Attributes): string | undefined {
  if (meta.get("http-equiv")?.toLowerCase() !== "refresh") return undefined;
  return refreshTarget(meta.get("content") ?? "");
}

function directivesOf(meta: Attributes, agent: string | undefined): readonly string[] {
  return isMeantFor(agent, meta.get("name") ?? "") ? directivesIn(meta.get("content") ?? "") : [];
}

function isNoFollow(link: Attributes): boolean {
  return /(?:^|[\t\n\f\r ])nofollow(?:[\t\n\f\r ]|$)/i.test(link.get("rel") ?? "");
}
