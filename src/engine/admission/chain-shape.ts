import { isMonthOrDay } from "./month-or-day.ts";
import { urlShape } from "./url-shape.ts";

/** What is left of a URL where nothing counts that a calendar or a counter may change from page to page. */
export function chainShape(url: string): string {
  return urlShape(url, (path) => path.replaceAll(WORD, reduced));
}

const WORD = /[^/._,;:+-]+/g;
const NUMBER = /\d|^[a-f]+$/i;

/** `#` for what has a digit in it, or may be a number of base 16, or is a month or a day of the week. */
function reduced(word: string): string {
  return NUMBER.test(word) || isMonthOrDay(word) ? "#" : word;
}
