import stringWidth from "string-width";

import { between } from "./between.ts";

/** As many of the cells as fit into that many columns, in order and apart; the first is cut if need be. */
export function fitCells(cells: readonly string[], columns: number): readonly string[] {
  const [first = "", ...others] = cells;
  const fitting = [cut(first, columns)];
  let left = columns - stringWidth(first);
  for (const cell of others) {
    left -= stringWidth(cell) + between.length;
    if (left < 0) break;
    fitting.push(cell);
  }
  return fitting;
}

/** The beginning of a text, as much as fits into that many columns, and a `…` where something is missing. */
export function cut(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  let left = columns - 1;
  let shown = "";
  for (const { segment } of graphemes.segment(text)) {
    left -= stringWidth(segment);
    if (left < 0) break;
    shown += segment;
  }
  return columns < 1 ? "" : `${shown}…`;
}

const graphemes = new Intl.Segmenter();
