import { show } from "../../service/options.ts";
import { requireHttpUrl } from "../page/crawl-request.ts";

/** Which sitemaps a crawl starts from: those at these URLs, or those of the sites of its start URLs. */
export function sitemapsOf(sitemap: unknown = false): readonly string[] | "known" {
  if (typeof sitemap === "boolean") return sitemap ? "known" : [];
  if (typeof sitemap === "string" || sitemap instanceof URL) return [urlOf(sitemap)];
  if (Array.isArray(sitemap)) return sitemap.map(urlOf);
  throw new TypeError(
    `Expected "sitemap" to be true, false, a URL or a list of URLs: got ${show(sitemap)}`,
  );
}

function urlOf(url: string | URL): string {
  return requireHttpUrl("sitemap", url);
}
