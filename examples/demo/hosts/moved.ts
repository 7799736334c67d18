import { type Host, page, redirect } from "../host.ts";

/** A host of redirects: a chain, one to another host, one that never ends, one to nowhere. */
export const moved: Host = {
  name: "moved.pagoda.test",
  routes: {
    "/": page("Moved", ["/old", "/away", "/loop", "/nowhere"]),
    "/old": redirect("/newer", 301),
    "/newer": redirect("newest?from=newer", 307),
    "/newest?from=newer": page("At last"),
    "/away": ({ url }) => redirect(url("texts.pagoda.test", "/landing")),
    "/loop": redirect("/loop/on"),
    "/loop/on": redirect("/loop"),
    "/nowhere": redirect("mailto:nobody@pagoda.test"),
  },
  pages: ["/", "/newest?from=newer"],
};
