import { type Host, page, type Route } from "../host.ts";

/** Every page of the calendar leads to one day more, for ever. */
const day: Route = ({ path }) => page("Another day", [`${path}next/`]);

const days = ["/", "/next/", "/next/next/", "/next/next/next/", "/next/next/next/next/"];

/** A host without an end. A crawl sees that it is led on when one name comes a fifth time. */
export const trap: Host = {
  name: "trap.pagoda.test",
  routes: { "/*": day },
  pages: days,
};
