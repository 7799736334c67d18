import { httpClient, type HttpRequest } from "pagoda/http";
import { Context, settle } from "pagoda/service";

import { serveBytes } from "../../support/server.ts";
import { differs, firstOf, playerOf, type Player } from "../case.ts";
import { errorClass } from "../wire/error-class.ts";
import { targetOf } from "../wire/target-on-wire.ts";

interface BuildCase {
  readonly input: HttpRequest;
  readonly expect: {
    readonly request_target?: string;
    readonly error_class?: string;
    readonly no_crash?: boolean;
  };
}

/** A request that is refused before a byte is written, or written as it should be. */
const built: Player = playerOf<BuildCase>(async ({ input, expect }) => {
  await using server = await serveBytes("HTTP/1.1 204 No Content\r\n\r\n");
  await using client = httpClient();
  const request = { ...input, url: input.url.replace("HOST", `127.0.0.1:${server.port}`) };
  const outcome = await settle((async () => client.call(request, new Context()))());
  const ending = outcome.ok ? "sent" : errorClass(outcome.error);
  const [sent] = server.requests;
  return firstOf(
    differs("ending", ending, expect.error_class ?? "sent"),
    expect.error_class === undefined ? undefined : differs("bytes written", sent, undefined),
    expect.request_target === undefined
      ? undefined
      : differs("request target", targetOf(sent ?? ""), expect.request_target),
  );
});

/** Players of the kind `http.build`. */
export const httpBuildPlayers: Readonly<Record<string, Player>> = { "http.build": built };
