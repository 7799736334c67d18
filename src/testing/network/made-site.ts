import { draw } from "../../service/chance.ts";

/** What a {@link madePage} belongs to. */
export interface MadeSite {
  readonly seed: number;
  readonly host: string;
  readonly pages: number;
  readonly linksPerPage: number;
}

/**
 * The page at a path of a site that is made up: `/`, `/1`, `/2` and so on. Undefined beyond the last.
 *
 * From `/` links lead to all pages, in as few steps as there can be. Where a page has links to spare,
 * chance says where they lead.
 */
export function madePage(site: MadeSite, path: string): string | undefined {
  const n = path === "/" ? 0 : Number(/^\/([1-9]\d*)$/.exec(path)?.[1] ?? Infinity);
  if (n >= site.pages) return undefined;
  const links = Array.from({ length: site.linksPerPage }, (_, link) => linkOf(site, n, link));
  const anchors = links.map((to) => `<a href="${pathOf(to)}">Page ${to}</a>`);
  return [`<!doctype html><title>Page ${n} of ${site.host}</title>`, ...anchors].join("\n");
}

function linkOf({ seed, host, pages, linksPerPage }: MadeSite, page: number, link: number): number {
  const child = page * linksPerPage + link + 1;
  return child < pages ? child : Math.floor(draw(seed, host, page, link) * pages);
}

function pathOf(page: number): string {
  return page === 0 ? "/" : `/${page}`;
}
