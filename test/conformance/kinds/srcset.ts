import { parseSrcset } from "pagoda/html";

import { differs, playerOf, type Player } from "../case.ts";

interface SrcsetCase {
  readonly input: { readonly srcset: string };
  readonly expect: readonly string[] | { readonly any: readonly (readonly string[])[] };
}

/** The URLs in a `srcset`. */
const candidates: Player = playerOf<SrcsetCase>(({ input, expect }) => {
  const urls = parseSrcset(input.srcset);
  const either = "any" in expect ? expect.any : [expect];
  const isRight = either.some((one) => differs("", urls, one) === undefined);
  return isRight ? undefined : differs("URLs", urls, either[0]);
});

/** Players of the kind `srcset`. */
export const srcsetPlayers: Readonly<Record<string, Player>> = { srcset: candidates };
