import { serveRaw, type RawServer } from "./server.ts";

/** Secrets of requests and responses, each known by its name. */
export const secret = {
  user: "canary-user",
  password: "canary-password",
  bearer: "canary-bearer",
  cookie: "canary-cookie",
  proxy: "canary-proxy",
  key: "canary-key",
  login: "canary-login",
  set: "canary-set",
  query: "canary-query",
  fragment: "canary-fragment",
} as const;
/** Parameters of a query that are secrets by their names. */
export const query = ["token", "key", "signature", "access_token"].map(
  (name) => `${name}=${secret.query}`,
);
export const headers = {
  authorization: `Bearer ${secret.bearer}`,
  cookie: `sid=${secret.cookie}`,
  "proxy-authorization": `Basic ${secret.proxy}`,
};
const setCookie = `Set-Cookie: sid=${secret.set}; Path=/; HttpOnly\r\n`;
const foreignCookie = `Set-Cookie: ad=${secret.set}; Domain=other.test\r\n`;
const none = "Content-Length: 0\r\n\r\n";

/** What a {@link serveSecrets} does on the paths that lead to failures. Where it answers nothing, it hangs. */
export const answers: Readonly<Record<string, string>> = {
  "/robots.txt": `HTTP/1.1 404 Not Found\r\n${setCookie}${none}`,
  "/ok": `HTTP/1.1 200 OK\r\n${setCookie}${foreignCookie}Content-Length: 2\r\n\r\nok`,
  "/moved": `HTTP/1.1 302 Found\r\n${setCookie}Location: /ok?${query.join("&")}\r\n${none}`,
  "/away": `HTTP/1.1 302 Found\r\nLocation: http://${secret.user}:${secret.password}@localhost:PORT/ok?${query[0]}\r\n${none}`,
  "/loop": `HTTP/1.1 302 Found\r\n${setCookie}Location: /loop?${query[0]}\r\n${none}`,
  "/nowhere": `HTTP/1.1 302 Found\r\nLocation: ftp://${secret.user}:${secret.password}@a.test/?${query[0]}\r\n${none}`,
  "/twice": `HTTP/1.1 302 Found\r\nLocation: /a?${query[0]}\r\nLocation: /b?${query[0]}\r\n${none}`,
  "/blocked": `HTTP/1.1 302 Found\r\nLocation: http://10.0.0.1/?${query[0]}\r\n${none}`,
  "/unread": `HTTP/1.1 503 Unavailable\r\n${setCookie}Retry-After: 0\r\n${none}`,
  "/reset": "",
  "/cut": `HTTP/1.1 200 OK\r\n${setCookie}Content-Length: 50\r\n\r\nhalf`,
  "/bad-head": `HTTP/1.1 200 OK\r\n${setCookie}bad header: ${secret.set}\r\n${none}`,
  "/bad-start": `${secret.set} is no HTTP\r\n${setCookie}${none}`,
  "/bad-chunk": `HTTP/1.1 200 OK\r\n${setCookie}Transfer-Encoding: chunked\r\n\r\nzz\r\n${secret.set}`,
  "/two-lengths": `HTTP/1.1 200 OK\r\n${setCookie}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
  "/bad-gzip": `HTTP/1.1 200 OK\r\n${setCookie}Content-Encoding: br\r\nContent-Length: 4\r\n\r\nabcd`,
  "/large": `HTTP/1.1 200 OK\r\n${setCookie}Content-Length: 99999999\r\n\r\n`,
  "/challenge": `HTTP/1.1 403 Forbidden\r\n${setCookie}cf-mitigated: challenge\r\n${none}`,
  ...Object.fromEntries(
    [400, 401, 403, 404, 410, 429, 500, 502, 503].map((status) => [
      `/${status}`,
      `HTTP/1.1 ${status} No\r\n${setCookie}Retry-After: 0\r\n${none}`,
    ]),
  ),
};

/** A server whose answers, right and wrong, are full of secrets. */
export function serveSecrets(): Promise<RawServer> {
  const server: Promise<RawServer> = serveRaw((socket, asked) => {
    const path = /^\S+ ([^\s?]*)/.exec(asked)?.[1] ?? "";
    const port = String(socket.localPort);
    socket.end(Buffer.from((answers[path] ?? "").replaceAll("PORT", port), "latin1"));
  });
  return server;
}

/** A URL of it that has secrets wherever a URL can. */
export function urlOf({ port }: RawServer, path: string): string {
  const { user, password, fragment } = secret;
  return `http://${user}:${password}@127.0.0.1:${port}${path}?${query.join("&")}#access_token=${fragment}`;
}
