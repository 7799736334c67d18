import { withoutFragment } from "../../http/url/without-fragment.ts";

/**
 * What is left of a URL where numbers in its path and values in its query do not count.
 *
 * Takes URLs as the WHATWG parser gives them: `http://a.test/2024/05/?day=7` is
 * `http://a.test/#/#/?day`. Names of a query that is repeated or in another order are another shape.
 * `reduce` gives what counts of the path.
 */
export function urlShape(url: string, reduce: (path: string) => string = withoutNumbers): string {
  const whole = withoutFragment(url);
  const query = whole.indexOf("?");
  const pathAt = whole.indexOf("/", whole.indexOf("://") + 3);
  const path = whole.slice(pathAt, query === -1 ? undefined : query);
  const shape = whole.slice(0, pathAt) + reduce(path);
  return query === -1 ? shape : `${shape}?${namesOf(whole.slice(query + 1))}`;
}

function withoutNumbers(path: string): string {
  return path.replaceAll(/\d+/g, "#");
}

function namesOf(query: string): string {
  return query
    .split("&")
    .map((pair) => pair.split("=", 1)[0])
    .join("&");
}
