import { type Answer, type Host, page, type Route } from "../host.ts";

/** How long the host wants to be left alone when it has had too much. */
export const retryAfterMs = 1000;

/** A host that is overtaxed now and then: some pages come only when asked for a second time. */
export const busy: Host = {
  name: "busy.pagoda.test",
  routes: {
    "/": page("Busy", ["/1", "/2", "/3", "/4"]),
    "/1": page("One"),
    "/2": onSecond(page("Two")),
    "/3": page("Three"),
    "/4": onSecond(page("Four")),
  },
  pages: ["/", "/1", "/2", "/3", "/4"],
};

function onSecond(answer: Answer): Route {
  const tooMany = { status: 429, headers: { "retry-after": String(retryAfterMs / 1000) } };
  return ({ before }) => (before === 0 ? tooMany : answer);
}
