import { type Host, page, range, type Route } from "../host.ts";

const PAGES = 200;
const CHILDREN = 6;

const numbers = range(1, PAGES - 1);

/** A big plain site: a tree of pages with links across, and a link to each of the other hosts. */
export function www(others: readonly string[]): Host {
  const front: Route = ({ url }) =>
    page("A sample site", [
      ...others.map((host) => url(host, "/")),
      "https://elsewhere.example/",
      "mailto:webmaster@pagoda.test",
      ...childrenOf(0),
    ]);
  const routes = numbers.map((n): [string, Route] => [pathOf(n), page(`Page ${n}`, linksOf(n))]);
  return {
    name: "www.pagoda.test",
    routes: { "/": front, ...Object.fromEntries(routes) },
    pages: ["/", ...numbers.map(pathOf)],
  };
}

function linksOf(n: number): readonly string[] {
  const across = [n - 1, (n * 7) % PAGES, (n * 31) % PAGES];
  return ["/", ...childrenOf(n), ...across.map(pathOf)];
}

function childrenOf(n: number): readonly string[] {
  return range(CHILDREN * n + 1, CHILDREN * (n + 1))
    .filter((child) => child < PAGES)
    .map(pathOf);
}

function pathOf(n: number): string {
  return n === 0 ? "/" : `/pages/${n}.html`;
}
