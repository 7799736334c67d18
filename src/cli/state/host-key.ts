import { isIPv6 } from "node:net";

import { domainKey } from "../../http/url/domain-key.ts";
import { tryParseUrl } from "../../http/url/parse-url.ts";
import { show } from "../../service/options.ts";
import { UsageError } from "../usage-error.ts";

/** A host as it is typed, as crawls know it. Ports do not count, nor do the brackets of IPv6. */
export function hostKey(typed: string): string {
  const host = isIPv6(typed) ? `[${typed}]` : typed;
  const url = beyondHost.test(typed) ? undefined : tryParseUrl(`http://${host}/`);
  if (url) return domainKey(url.href);
  throw new UsageError(`Expected --host to be a host, such as example.com: got ${show(typed)}`);
}

/** What stands only before or behind a host in a URL. */
const beyondHost = /[/?#@\\]/;
