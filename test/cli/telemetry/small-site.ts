import { serveHttp, type TestServer } from "../../support/server.ts";

/** A page that leads to one that moved, one that fails at first, one that robots may not fetch, and one that is gone. */
export function smallSite(): Promise<TestServer> {
  let failures = 1;
  return serveHttp(({ url = "/" }, response) => {
    const [path = "/"] = url.split("?", 1);
    const html = { "content-type": "text/html" };
    if (path === "/robots.txt") response.end("User-agent: *\nDisallow: /private");
    else if (path === "/moved") response.writeHead(302, { location: "/flaky" }).end();
    else if (path === "/flaky") response.writeHead(failures-- > 0 ? 503 : 200, html).end("page");
    else if (path === "/gone") response.writeHead(410).end();
    else response.writeHead(200, html).end(links);
  });
}

const links = '<a href="/moved"></a><a href="/private"></a><a href="/gone"></a>';
