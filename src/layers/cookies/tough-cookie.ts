import { createRequire } from "node:module";

import type * as ToughCookie from "tough-cookie";

const require = createRequire(import.meta.url);

let loaded: typeof ToughCookie | undefined;

/** The library tough-cookie, loaded on first use, since that takes 50 ms. */
export function toughCookie(): typeof ToughCookie {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `require` knows no types
  return (loaded ??= require("tough-cookie") as typeof ToughCookie);
}
