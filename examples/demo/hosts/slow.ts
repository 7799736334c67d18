import { type Host, page, range, type Route } from "../host.ts";

/** A host that takes its time for each answer. */
export function slow(wait: () => Promise<void>): Host {
  const paths = range(1, 11).map((n) => `/${n}`);
  const slowly =
    (title: string, links: readonly string[]): Route =>
    async () => {
      await wait();
      return page(title, links);
    };
  const rest = paths.map((path): [string, Route] => [path, slowly(`Slow ${path}`, ["/"])]);
  return {
    name: "slow.pagoda.test",
    routes: { "/": slowly("Slow", paths), ...Object.fromEntries(rest) },
    pages: ["/", ...paths],
  };
}
