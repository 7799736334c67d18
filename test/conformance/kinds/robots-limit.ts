import type { Socket } from "node:net";

import { httpStack } from "pagoda/layers";

import { serveRaw } from "../../support/server.ts";
import { differs, firstOf, NotPlayed, playerOf, type Player } from "../case.ts";
import { bytesReadBy } from "../wire/client-bytes.ts";
import { targetOf } from "../wire/target-on-wire.ts";

interface LimitCase {
  readonly input: { readonly robots_generator: string };
  readonly expect: { readonly bytes_read_at_most?: number; readonly crawl_goes_on?: boolean };
}

/** A robots.txt that does not end. */
const limited: Player = playerOf<LimitCase>(async ({ input, expect }) => {
  if (!/\bendless\b/.test(input.robots_generator)) {
    throw new NotPlayed(`in words that are not understood: ${input.robots_generator}`);
  }
  await using server = await serveRaw((socket, request) => {
    if (targetOf(request) !== "/robots.txt") socket.end("HTTP/1.1 200 OK\r\n\r\npage");
    else {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      writeForEver(socket, Buffer.from(`User-agent: *\nDisallow: /x\n`.repeat(1000)));
    }
  });
  await using stack = httpStack({ delayMs: 0, tracing: false }).service();
  let text = "";
  const bytes = await bytesReadBy(async () => {
    ({ text } = await stack.call({ url: `${server.origin}/page` }));
  });
  const { bytes_read_at_most: most = Infinity } = expect;
  return firstOf(
    differs("the page", text, "page"),
    bytes <= most ? undefined : differs("bytes read", bytes, most),
  );
});

/** Players of the kind `robots.limit`. */
export const robotsLimitPlayers: Readonly<Record<string, Player>> = { "robots.limit": limited };

function writeForEver(socket: Socket, bytes: Uint8Array): void {
  socket.write(bytes, (error) => {
    if (!error) writeForEver(socket, bytes);
  });
}
