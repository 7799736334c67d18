import type { Output } from "../engine/page/outputs.ts";
import type { Page } from "../engine/page/page.ts";

/** What is kept of a page: a line of the output. */
export interface PageItem {
  readonly url: string;
  readonly status: number;
  readonly depth: number;
  readonly contentType: string | null;
  readonly bytes: number;
  readonly title: string | null;
  /** How many links it has. */
  readonly links: number;
}

/** The members of a {@link PageItem}, in order. */
export const pageColumns: readonly (keyof PageItem)[] = [
  "url",
  "status",
  "depth",
  "contentType",
  "bytes",
  "title",
  "links",
];

/** Makes a line of a page and follows all its links. */
export function* parsePage(page: Page): Generator<Output<PageItem>, void> {
  const { url, status, depth, headers, links, response, title } = page;
  yield {
    url,
    status,
    depth,
    contentType: headers.get("content-type") ?? null,
    bytes: response.body.byteLength,
    title: title ?? null,
    links: links.length,
  };
  yield* page.follow("a[href]");
}
