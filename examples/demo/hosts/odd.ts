import { type Host, page } from "../host.ts";

const HUGE = 12 * 1024 * 1024;

/** A host of what goes wrong: pages that are gone, that fail at first, that are no pages, that never end. */
export const odd: Host = {
  name: "odd.pagoda.test",
  routes: {
    "/": page("Odd", ["/missing", "/gone", "/flaky", "/huge", "/report.pdf"]),
    "/gone": { status: 410 },
    "/flaky": ({ before }) => (before === 0 ? { status: 500 } : page("Up again")),
    "/huge": () => ({ headers: { "content-type": "text/html" }, body: Buffer.alloc(HUGE, " ") }),
    "/report.pdf": { headers: { "content-type": "application/pdf" }, body: "%PDF-1.7" },
  },
  pages: ["/", "/flaky", "/report.pdf"],
};
