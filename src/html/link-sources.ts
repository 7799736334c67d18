/** Elements that link, each with its attributes that say where to. */
export type LinkSources = ReadonlyMap<string, readonly string[]>;

/** What leads to other pages. */
export const pageSources: LinkSources = new Map([
  ["a", ["href"]],
  ["area", ["href"]],
]);

/** What leads to other pages, in a picture. */
export const svgSources: LinkSources = new Map([["a", ["href", "xlink:href"]]]);

/** What leads to other pages, and what else a page loads. */
export const assetSources: LinkSources = new Map([
  ...pageSources,
  ["audio", ["src"]],
  ["embed", ["src"]],
  ["frame", ["src"]],
  ["iframe", ["src"]],
  ["img", ["src", "srcset"]],
  ["input", ["src"]],
  ["link", ["href", "imagesrcset"]],
  ["object", ["data"]],
  ["script", ["src"]],
  ["source", ["src", "srcset"]],
  ["track", ["src"]],
  ["video", ["src", "poster"]],
]);
