import { domainKey } from "../../http/url/domain-key.ts";
import { show } from "../../service/options.ts";
import { UsageError } from "../usage-error.ts";

/** A host as it is typed, as crawls know it. Ports do not count. */
export function hostKey(typed: string): string {
  try {
    return domainKey(`http://${typed}/`);
  } catch {
    throw new UsageError(`Expected --host to be a host, such as example.com: got ${show(typed)}`);
  }
}
