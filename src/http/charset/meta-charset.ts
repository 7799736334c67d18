import { encodingForLabel } from "./charset-label.ts";
import { latin1 } from "./latin1.ts";
import { nextTag } from "./prescan-tag.ts";

/**
 * The encoding that a meta element declares within these bytes of an HTML page.
 *
 * This is the prescan of the HTML Standard (13.2.3.2), in time linear in the bytes. It knows
 * comments, tags and attributes, but neither scripts nor the end of the head.
 * The first meta that names a known label decides: by `charset`, or else by `content` together
 * with `http-equiv=content-type`. Markup that the bytes cut short ends the search.
 * Since the meta could be read as ASCII, UTF-16 means UTF-8; x-user-defined means windows-1252.
 */
export function metaCharset(bytes: Uint8Array): string | undefined {
  const text = latin1(bytes);
  if (!/<meta/i.test(text)) return undefined; // most often so, and the tags of a page take longer
  let tag = nextTag(text, 0);
  while (tag !== undefined) {
    const encoding = tag.name === "meta" ? declaredBy(tag.attributes) : undefined;
    if (encoding !== undefined) return MEANING.get(encoding) ?? encoding;
    tag = nextTag(text, tag.end);
  }
  return undefined;
}

const MEANING: ReadonlyMap<string, string> = new Map([
  ["utf-16be", "utf-8"],
  ["utf-16le", "utf-8"],
  ["x-user-defined", "windows-1252"],
]);

function declaredBy(attributes: ReadonlyMap<string, string>): string | undefined {
  const encoding = encodingForLabel(attributes.get("charset") ?? "");
  if (encoding !== undefined) return encoding;
  if (attributes.get("http-equiv")?.toLowerCase() !== "content-type") return undefined;
  const [, double, single, bare = ""] = CHARSET.exec(attributes.get("content") ?? "") ?? [];
  return encodingForLabel(double ?? single ?? bare);
}

const CHARSET = /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;]*))/i;
