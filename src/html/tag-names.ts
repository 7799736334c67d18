import { isNamed } from "./ascii.ts";
import { rawTextNames } from "./raw-text.ts";

/** Tells which known tag name stands in the page from `start` to `end`, in any case. */
export type TagNames = (html: string, start: number, end: number) => string | undefined;

/**
 * Knows the given names, in lower case, and those that change how the rest of a page is read.
 *
 * Most tags of a page are none of them, which first letter and length tell without making a string.
 */
export function tagNames(names: Iterable<string>): TagNames {
  const byShape: (string[] | undefined)[] = Array.from({ length: 1 << 9 });
  for (const name of new Set([...names, ...rawTextNames, "math", "svg", "template"])) {
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
