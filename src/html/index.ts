export { extractLinks, type LinkOptions } from "./links.ts";
export { pageTitle } from "./page-title.ts";
