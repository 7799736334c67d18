export { extractLinks, type LinkOptions } from "./links.ts";
export type { RobotsTags } from "./meta-robots.ts";
export { pageTitle } from "./page-title.ts";
export type { SitemapType } from "./sitemap/listing.ts";
export { parseSitemap, type Sitemap } from "./sitemap/sitemap.ts";
export type { SitemapUrl } from "./sitemap/sitemap-reader.ts";
export { parseSrcset } from "./srcset.ts";
