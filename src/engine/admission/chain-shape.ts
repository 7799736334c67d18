import { isMonthOrDay } from "./month-or-day.ts";
import { urlShape } from "./url-shape.ts";

/** What is left of a URL where nothing counts that a calendar or a counter may change from page to page. */
export function chainShape(url: string): string {
  const shape = urlShape(url);
  const query = shape.indexOf("?");
  const pathAt = shape.indexOf("/", shape.indexOf("://") + 3);
  const path = shape.slice(pathAt, query === -1 ? undefined : query);
  const rest = query === -1 ? "" : shape.slice(query);
  return shape.slice(0, pathAt) + path.replaceAll(WORD, reduced) + rest;
}

const WORD = /[^/._,;:+-]+/g;
const HEX = /^[a-f]+$/i;

/** `#` for what has a digit in it, or may be a number of base 16, or is a month or a day of the week. */
function reduced(word: string): string {
  return word.includes("#") || HEX.test(word) || isMonthOrDay(word) ? "#" : word;
}
