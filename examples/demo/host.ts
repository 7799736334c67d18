/** One request, as a route sees it. */
export interface Visit {
  readonly path: string;
  /** How often this path was asked for before. */
  readonly before: number;
  /** The URL of a path of any host of the site. */
  readonly url: (host: string, path: string) => string;
}

/** What is sent back: 200 unless it says otherwise. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** An answer, or how to find it. */
export type Route = Answer | ((visit: Visit) => Answer | Promise<Answer>);

/** A host of the sample site. Paths without a route are 404. */
export interface Host {
  readonly name: string;
  readonly routes: Readonly<Record<string, Route>>;
  /** The paths that a crawl must find to be pages, each once. */
  readonly pages: readonly string[];
}

/** A page that links to others. */
export function page(title: string, links: readonly string[] = []): Answer {
  return { headers: { "content-type": "text/html; charset=utf-8" }, body: html(title, links) };
}

/** The markup of a page. */
export function html(title: string, links: readonly string[] = [], head = ""): string {
  const items = links.map((link) => `<li><a href="${link}">${link}</a></li>`);
  return [
    "<!doctype html>",
    `<html><head>${head}<title>${title}</title></head><body><ul>`,
    ...items,
    "</ul></body></html>",
  ].join("\n");
}

/** A redirect. */
export function redirect(location: string, status = 302): Answer {
  return { status, headers: { location } };
}

/** The whole numbers from `first` to `last`. */
export function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
