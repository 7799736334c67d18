import { withoutFragment } from "../../http/url/without-fragment.ts";

const NAMES =
  "page|paged|pagenum|pagenumber|pageno|pg|pn|p|pageindex|currentpage|seite|pagina|sida|side|strona|sayfa";
const COUNTS = "offset|start|skip|from|first|begin|startindex|start_index";
const CURSORS = "cursor|after|before|page_?token|next_?token|continuation";

/** A parameter that tells which part of a list is meant: a number below that of a day, or a cursor. */
const parameter = new RegExp(
  `^(?:(?:(?:${NAMES}|${COUNTS}|page[_-](?:no|num|number)|page(?:\\[|%5B)(?:number|offset)(?:\\]|%5D))=\\d{1,7})|(?:(?:${CURSORS})=(?!\\d{4}-\\d).+))$`,
  "i",
);
const folder = new RegExp(`/(?:${NAMES})[/_-]?\\d{1,7}(?=/|\\.|$)`, "gi");

/** Whether two URLs are parts of one list, since only the number of the page or a cursor is not the same. */
export function isOtherPage(url: string, other: string): boolean {
  const [list, number] = listOf(url);
  const [otherList, otherNumber] = listOf(other);
  return list === otherList && number !== otherNumber;
}

/** The URL of a list, and which page of it is meant. */
function listOf(url: string): readonly [list: string, page: string] {
  const [path = "", ...rests] = withoutFragment(url).split("?");
  const parameters = rests
    .join("?")
    .split("&")
    .filter((it) => it !== "");
  const numbers = parameters.filter((it) => parameter.test(it));
  const rest = parameters.filter((it) => !parameter.test(it));
  const folders = path.match(folder) ?? [];
  const list = `${path.replaceAll(folder, "").replace(/\/$/, "")}?${rest.join("&")}`;
  return [list, [...folders, ...numbers].join("&")];
}
