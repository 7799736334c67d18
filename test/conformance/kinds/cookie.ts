import { MemoryCookieJar } from "pagoda/layers";

import { differs, playerOf, type Player } from "../case.ts";

interface CookieCase {
  readonly input: {
    readonly steps: readonly { readonly url: string; readonly set_cookie: readonly string[] }[];
    readonly now?: string;
    readonly request_url: string;
  };
  readonly expect: { readonly cookie_header: string | null };
}

const kept: Player = playerOf<CookieCase>(({ input, expect }) => {
  const exchange = input.now === undefined ? {} : { now: new Date(input.now) };
  const jar = new MemoryCookieJar();
  for (const { url, set_cookie: headers } of input.steps) {
    for (const header of headers) setUnlessRefused(jar, header, url, exchange);
  }
  const sent = jar.getCookieString(input.request_url, exchange);
  return differs("Cookie", sent === "" ? null : sent, expect.cookie_header);
});

/** Players of the kind `cookie`. */
export const cookiePlayers: Readonly<Record<string, Player>> = { cookie: kept };

/** Gives a jar a cookie as the layer does, which goes on where it is refused. */
export function setUnlessRefused(
  jar: MemoryCookieJar,
  header: string,
  url: string,
  exchange: { readonly now?: Date } = {},
): void {
  try {
    jar.setCookie(header, url, exchange);
  } catch {
    // What is refused is not sent back, which is what is looked at.
  }
}
