/** Directives with a value of their own; in a header their colon does not follow an agent. */
const valued: ReadonlySet<string> = new Set([
  "max-image-preview",
  "max-snippet",
  "max-video-preview",
  "unavailable_after",
]);

const noFollow = /(?:^|\s)(?:nofollow|none)(?:\s|$)/i;

/**
 * Tells whether a list of robots directives asks not to follow the links of the page.
 *
 * `nofollow` and `none` ask for it; nothing in the list takes it back.
 * The value of another directive, as in `max-image-preview: none`, does not ask for it.
 */
export function asksNoFollow(directives: string): boolean {
  return directives.split(",").some((text) => !text.includes(":") && noFollow.test(text));
}

/** Tells whether directives under this name, of a `<meta>` or in a header, are meant for the agent. */
export function isMeantFor(agent: string | undefined, name: string): boolean {
  const addressee = name.trim().toLowerCase();
  if (addressee === "" || addressee === "robots") return addressee !== "";
  return addressee === agent?.replace(/[/\s].*/s, "").toLowerCase();
}

/**
 * Tells whether any `X-Robots-Tag` asks the agent not to follow the links of the page.
 *
 * Directives are meant for everyone until `agent:` names whom the rest of the field is meant for.
 */
export function headersAskNoFollow(
  headers: Iterable<readonly [name: string, value: string]>,
  agent: string | undefined,
): boolean {
  for (const [name, value] of headers) {
    if (name.toLowerCase() === "x-robots-tag" && fieldAsksNoFollow(value, agent)) return true;
  }
  return false;
}

function fieldAsksNoFollow(field: string, agent: string | undefined): boolean {
  let meant = true;
  return field.split(",").some((part) => {
    const [prefix, name] = /^\s*([^\s:]+)\s*:/.exec(part) ?? [];
    if (prefix === undefined || name === undefined || valued.has(name.toLowerCase())) {
      return meant && asksNoFollow(part);
    }
    meant = isMeantFor(agent, name);
    return meant && asksNoFollow(part.slice(prefix.length));
  });
}
