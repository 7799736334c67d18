import { HttpHeaders } from "../http/headers.ts";

/** What a page asks of robots, in `<meta>` tags and `X-Robots-Tag` headers. */
export interface RobotsTags {
  /** Whether no search is to find the page. */
  readonly noindex: boolean;
  /** Whether nobody is to follow its links. */
  readonly nofollow: boolean;
  /** All that it asks, in lower case, each once: `"max-snippet: 20"`. */
  readonly directives: readonly string[];
}

/** What directives ask together: nothing in them takes back what another asks. `none` asks for both. */
export function robotsTags(directives: Iterable<string>): RobotsTags {
  const asked = new Set(directives);
  return {
    noindex: asked.has("noindex") || asked.has("none"),
    nofollow: asked.has("nofollow") || asked.has("none"),
    directives: [...asked],
  };
}

/**
 * The directives in a list, in lower case: between commas, or blanks.
 *
 * One with a value, as in `max-image-preview: none`, is not what its value says.
 */
export function directivesIn(list: string): readonly string[] {
  return list.toLowerCase().split(comma).flatMap(wordsOf);
}

/** Tells whether directives under this name, of a `<meta>` or in a header, are meant for the agent. */
export function isMeantFor(agent: string | undefined, name: string): boolean {
  const addressee = name.trim().toLowerCase();
  if (addressee === "" || addressee === "robots") return addressee !== "";
  return addressee === agent?.replace(/[/\s].*/s, "").toLowerCase();
}

/**
 * The directives of all `X-Robots-Tag` headers that are meant for the agent.
 *
 * They are meant for everyone until `agent:` names whom the rest of the field is meant for.
 */
export function headerDirectives(
  headers: Iterable<readonly [name: string, value: string]>,
  agent: string | undefined,
): readonly string[] {
  const directives: string[] = [];
  if (headers instanceof HttpHeaders && !headers.has(FIELD)) return directives; // as of nearly all pages
  for (const [name, value] of headers) {
    if (name.toLowerCase() === FIELD) directives.push(...fieldDirectives(value, agent));
  }
  return directives;
}

const FIELD = "x-robots-tag";

function fieldDirectives(field: string, agent: string | undefined): readonly string[] {
  let meant = true;
  return field
    .toLowerCase()
    .split(comma)
    .flatMap((part) => {
      const [prefix = "", name = ""] = /^\s*([^\s:]+)\s*:/.exec(part) ?? [];
      const isAddressed = name !== "" && !valued.has(name);
      if (isAddressed) meant = isMeantFor(agent, name);
      return meant ? wordsOf(isAddressed ? part.slice(prefix.length) : part) : [];
    });
}

/** Directives with a value of their own; in a header their colon does not follow an agent. */
const valued: ReadonlySet<string> = new Set([
  "max-image-preview",
  "max-snippet",
  "max-video-preview",
  "unavailable_after",
]);

/** What stands between directives: not the comma of a date such as `Tue, 25 Jun 2030`. */
const comma = /,(?!\s*\d{1,2}[ -][a-z]{3})/;

function wordsOf(part: string): readonly string[] {
  const text = part.trim();
  if (text.includes(":")) return [text.replace(/\s*:\s*/, ": ")];
  return text.split(/\s+/).filter(Boolean);
}
