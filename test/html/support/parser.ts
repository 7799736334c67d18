import { load } from "cheerio";

/** What a whole parser of the HTML standard, without scripting, finds in a page. */
export function parse(html: string): ReturnType<typeof load> {
  return load(html, { scriptingEnabled: false });
}
