import { redactUrl } from "../../http/url/redact-url.ts";
import type { UrlFate, UrlStory } from "../../sqlite/url-story.ts";
import { counted } from "../readable.ts";
import { timeOf } from "./status-lines.ts";

/** Tells in a few lines what became of a URL. */
export function storyLines(story: UrlStory, now: number): readonly string[] {
  const { attempts, depth, duplicateOf, key, redirects = [], url } = story;
  return [
    redactUrl(url),
    ...(key === url ? [] : [`  known as ${redactUrl(key)}`]),
    ...(duplicateOf === undefined
      ? []
      : [`  the same as ${redactUrl(duplicateOf)}, which came first`]),
    ...endings[story.fate](story, now).map((line) => `  ${line}`),
    ...timesEach(redirects).map(([from, times]) => `  redirected from ${redactUrl(from)}${times}`),
    ...(depth === undefined ? [] : [`  ${counted(depth, "link")} from a start URL`]),
    ...(attempts === undefined ? [] : [`  ${counted(attempts, "attempt")} failed before`]),
  ];
}

/** Each once, and how often it was there; a redirect that sets a cookie leads back to its own URL. */
function timesEach(urls: readonly string[]): readonly (readonly [url: string, times: string])[] {
  const counts = new Map<string, number>();
  for (const url of urls) counts.set(url, (counts.get(url) ?? 0) + 1);
  return [...counts].map(([url, count]) => [url, count > 1 ? ` (${count} times)` : ""]);
}

const endings: Readonly<Record<UrlFate, (story: UrlStory, now: number) => readonly string[]>> = {
  fetched: ({ status }) => [`fetched, with status ${String(status)}`],
  redirected: ({ redirectedTo = "" }) => [`redirected to ${redactUrl(redirectedTo)}`],
  waits: waitOf,
  not_fetched: ({ reason, status, why }) => [
    `not fetched: ${[reason, why, status].filter((part) => part !== undefined).join(", ")}`,
  ],
  unknown: () => ["never seen"],
};

function waitOf({ ahead, dueAt, heldUntil }: UrlStory, now: number): readonly string[] {
  const held = heldUntil === undefined ? [] : [`its host is held until ${timeOf(heldUntil, now)}`];
  if (dueAt !== undefined) return [`waits until ${timeOf(dueAt, now)}`, ...held];
  if (ahead === undefined) return ["is next, or in hand", ...held];
  return [`waits, ${counted(ahead, "request")} of its host before it`, ...held];
}
