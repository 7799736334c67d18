import { type Host, page } from "../host.ts";

/** How long the host wants to be left alone between two requests. */
export const crawlDelayMs = 400;

/** A host with rules for robots. */
export const polite: Host = {
  name: "polite.pagoda.test",
  routes: {
    "/robots.txt": {
      headers: { "content-type": "text/plain" },
      body: [
        "User-agent: *",
        "Disallow: /private/",
        "Allow: /private/open",
        `Crawl-delay: ${crawlDelayMs / 1000}`,
      ].join("\n"),
    },
    "/": page("Mind the rules", ["/a", "/b", "/c", "/private/open", "/private/secret"]),
    "/a": page("A", ["/private/files?all"]),
    "/b": page("B"),
    "/c": page("C"),
    "/private/open": page("Open to all"),
    "/private/secret": page("Never to be seen"),
  },
  pages: ["/", "/a", "/b", "/c", "/private/open"],
};
