import { HttpResponse } from "pagoda/http";
import { httpStack } from "pagoda/layers";
import { type Outcome, settle } from "pagoda/service";

import { differs, firstOf, playerOf, type Player } from "../case.ts";

interface WafCase {
  readonly input: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string | readonly string[]>>;
    readonly body?: string;
  };
  readonly expect: { readonly blocked: boolean; readonly vendor?: string };
}

const detected: Player = playerOf<WafCase>(async ({ input, expect }) => {
  const url = "http://site.test/";
  await using stack = httpStack({
    wafDetect: true,
    retry: false,
    robots: false,
    limiter: false,
  }).service(async () => new HttpResponse({ url, headers: {}, ...input }));
  const vendor = vendorOf(await settle(stack.call({ url })));
  return firstOf(
    differs("blocked", vendor !== undefined, expect.blocked),
    differs("vendor", vendor, expect.vendor ?? vendor),
  );
});

/** Players of the kind `waf`. */
export const wafPlayers: Readonly<Record<string, Player>> = { waf: detected };

/** Whose firewall an outcome names, if any. */
function vendorOf(outcome: Outcome<HttpResponse>): unknown {
  if (outcome.ok || !(outcome.error instanceof Error)) return undefined;
  return "vendor" in outcome.error ? outcome.error.vendor : undefined;
}
