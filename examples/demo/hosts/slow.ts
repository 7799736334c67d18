import { type Host, page, range, type Route } from "../host.ts";

/** A host that takes its time for each answer. */
export function slow(wait: (path: string) => Promise<void>): Host {
  const paths = range(1, 11).map((n) => `/${n}`);
  const slowly =
    (title: string, links: readonly string[]): Route =>
    async ({ path }) => {
      await wait(path);
      return page(title, links);
    };
  const rest = paths.map((path): [string, Route] => [path, slowly(`Slow ${path}`, ["/"])]);
  return {
    name: "slow.pagoda.test",
    routes: { "/": slowly("Slow", paths), ...Object.fromEntries(rest) },
    pages: ["/", ...paths],
  };
}
