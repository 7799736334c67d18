import { serveHttp, type TestServer } from "../../support/server.ts";

/** A page that leads to one that moved, one that fails at first, one that robots may not fetch, and one that is gone. */
export function smallSite(): Promise<TestServer> {
  let failures = 1;
  return serveHttp(({ url = "/" }, response) => {
    const [path = ""] = url.split("?", 1);
    if (path === "/robots.txt") return void response.end("User-agent: *\nDisallow: /private");
    if (path === "/moved") return void response.writeHead(302, { location: "/flaky" }).end();
    if (path === "/flaky") {
      const status = failures-- > 0 ? 503 : 200;
      return void response.writeHead(status, { "content-type": "text/html" }).end("page");
    }
    if (path === "/gone") return void response.writeHead(410).end();
    response.setHeader("content-type", "text/html");
    response.end('<a href="/moved"></a><a href="/private"></a><a href="/gone"></a>');
  });
}
