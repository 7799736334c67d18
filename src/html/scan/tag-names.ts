import { isNamed } from "./ascii.ts";
import { rawTextNames } from "./raw-text.ts";

/** The tags that change how the rest of a page is read. */
export const structuralNames: ReadonlySet<string> = new Set([
  ...rawTextNames,
  "math",
  "svg",
  "template",
]);

/** Tells which known tag name stands in the page from `start` to `end`, in any case. */
export type TagNames = (html: string, start: number, end: number) => string | undefined;

/**
 * Knows the given names, in lower case, and the structural ones.
 *
 * Most tags of a page are none of them, which first letter and length tell without making a string.
 */
export function tagNames(names: Iterable<string>): TagNames {
  const byShape: (string[] | undefined)[] = Array.from({ length: 1 << 9 });
  for (const name of new Set([...names, ...structuralNames])) {
    (byShape[shapeOf(name, 0, name.length)] ??= []).push(name);
  }

  return (html, start, end) => {
    for (const name of byShape[shapeOf(html, start, end)] ?? []) {
      if (isNamed(html, start, end, name)) return name;
    }
    return undefined;
  };
}

function shapeOf(text: string, start: number, end: number): number {
  return ((end - start) << 5) | (text.charCodeAt(start) & 0x1f);
}
