import { parseSrcset } from "pagoda/html";

import { differs, NotPlayed, playerOf, type Player } from "../case.ts";

interface SrcsetCase {
  readonly input: string;
  readonly throws?: boolean;
  readonly result?: readonly { readonly url: string }[];
}

/** What the package `srcset` finds where it is not strict. */
export const srcsetSuite: Player = playerOf<SrcsetCase>(
  ({ input, result = [], throws = false }) => {
    if (throws) throw new NotPlayed("descriptors are not judged");
    return differs(
      "URLs",
      parseSrcset(input),
      result.map(({ url }) => url),
    );
  },
);
