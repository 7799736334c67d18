/**
 * What is left of a URL where numbers in its path and values in its query do not count.
 *
 * Takes URLs as the WHATWG parser gives them: `http://a.test/2024/05/?day=7` is
 * `http://a.test/#/#/?day`. Names of a query that is repeated or in another order are another shape.
 */
export function urlShape(url: string): string {
  const [whole = ""] = url.split("#", 1);
  const query = whole.indexOf("?");
  const pathAt = whole.indexOf("/", whole.indexOf("://") + 3);
  const path = whole.slice(pathAt, query === -1 ? undefined : query);
  const shape = whole.slice(0, pathAt) + path.replaceAll(/\d+/g, "#");
  return query === -1 ? shape : `${shape}?${namesOf(whole.slice(query + 1))}`;
}

function namesOf(query: string): string {
  return query
    .split("&")
    .map((pair) => pair.split("=", 1)[0])
    .join("&");
}
