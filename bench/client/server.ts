import { createServer, type Socket } from "node:net";

import { page } from "./page.ts";

// Serves the page on loopback, in a process of its own, and tells its port. It looks at little of a
// request, so that no client ever waits for it.

const ROBOTS = "GET /robots.txt ";
const END = "\r\n\r\n";
const FOUND = Buffer.concat([
  Buffer.from(
    [
      "HTTP/1.1 200 OK",
      "Date: Tue, 15 Nov 1994 08:12:31 GMT",
      "Content-Type: text/html; charset=utf-8",
      `Content-Length: ${page.byteLength}`,
      "Connection: keep-alive",
      "Keep-Alive: timeout=600", // as long as others are measured
      "Server: nginx",
      "Cache-Control: public, max-age=600",
      'ETag: "33a64df551425fcc55e4d42a148795d9f25f89d4"',
      "Last-Modified: Tue, 15 Nov 1994 12:45:26 GMT",
      "Vary: Accept-Encoding",
    ].join("\r\n") + END,
  ),
  page,
]);
const NOT_FOUND = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";

const server = createServer({ noDelay: true }, (socket) => serve(socket));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : address);
});
process.on("disconnect", () => process.exit());

function serve(socket: Socket): void {
  let received = "";
  socket.on("error", () => {}); // clients that end leave connections behind
  socket.on("data", (bytes) => {
    received += bytes.toString("latin1");
    for (let end = received.indexOf(END); end >= 0; end = received.indexOf(END)) {
      socket.write(received.startsWith(ROBOTS) ? NOT_FOUND : FOUND);
      received = received.slice(end + END.length);
    }
  });
}
