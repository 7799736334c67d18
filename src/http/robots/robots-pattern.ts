import { normalisePath } from "./robots-path.ts";

/** The path of a rule, ready to be compared with that of a URL. */
export interface PathPattern {
  /** Its rank among those that match. */
  readonly length: number;
  /** Whether `path`, in normal form, begins as the pattern says, or ends so too after a `$`. */
  readonly matches: (path: string) => boolean;
}

/**
 * Reads the path of a rule, in which `*` is any run of characters and a last `$` the end.
 *
 * The pieces between the `*` are looked for one after the other, each as early as it can be,
 * so a match costs the length of the path and of the pattern, and never goes back.
 */
export function pathPattern(source: string): PathPattern {
  const anchored = source.endsWith("$");
  const pieces = (anchored ? source.slice(0, -1) : source).split("*").map(normalisePath);
  const length = pieces.join("*").length + (anchored ? 1 : 0);

  const [head = "", ...rest] = pieces;
  if (anchored && rest.length === 0) return { length, matches: (path) => path === head };

  const tail = anchored ? (rest.pop() ?? "") : "";
  const finders = rest.filter((piece) => piece !== "").map(finder);
  return {
    length,
    matches(path) {
      if (!path.startsWith(head) || !path.endsWith(tail)) return false;
      let end = head.length;
      for (const find of finders) {
        end = find(path, end);
        if (end < 0) return false;
      }
      return end + tail.length <= path.length;
    },
  };
}

/** Where the first `piece` in `text` from `start` on ends, or -1. */
type Finder = (text: string, start: number) => number;

// Knuth, Morris and Pratt. indexOf costs the product of both lengths on texts made for that.
function finder(piece: string): Finder {
  const borders = bordersOf(piece);
  return (text, start) => {
    let matched = 0;
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at);
      while (matched > 0 && piece.charCodeAt(matched) !== code) matched = borders[matched] ?? 0;
      if (piece.charCodeAt(matched) === code) matched++;
      if (matched === piece.length) return at + 1;
    }
    return -1;
  };
}

/** For each length of a beginning of `piece`, that of the longest shorter one it ends with. */
function bordersOf(piece: string): Uint32Array {
  const borders = new Uint32Array(piece.length + 1);
  for (let at = 1, matched = 0; at < piece.length; at++) {
    const code = piece.charCodeAt(at);
    while (matched > 0 && piece.charCodeAt(matched) !== code) matched = borders[matched] ?? 0;
    if (piece.charCodeAt(matched) === code) matched++;
    borders[at + 1] = matched;
  }
  return borders;
}
