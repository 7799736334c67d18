/** The elements that lead to other pages, and the attribute that says where to. */
export const pageSources: ReadonlyMap<string, readonly string[]> = new Map([
  ["a", ["href"]],
  ["area", ["href"]],
]);

/** Those, and the elements for which a page loads something else. */
export const assetSources: ReadonlyMap<string, readonly string[]> = new Map([
  ...pageSources,
  ["audio", ["src"]],
  ["embed", ["src"]],
  ["frame", ["src"]],
  ["iframe", ["src"]],
  ["img", ["src"]],
  ["input", ["src"]],
  ["link", ["href"]],
  ["object", ["data"]],
  ["script", ["src"]],
  ["source", ["src"]],
  ["track", ["src"]],
  ["video", ["src", "poster"]],
]);
