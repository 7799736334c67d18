import type { DiskCache } from "../layers/disk-cache/disk-cache.ts";
import type { HttpStackOptions } from "../layers/http-stack/http-stack-options.ts";
import type { FetchValues } from "./fetch-command.ts";
import { stackOptions } from "./stack-options.ts";

/** What the options of `pagoda fetch` mean for the stack. */
export function fetchStackOptions(
  values: FetchValues,
  cache: DiskCache | undefined,
): HttpStackOptions {
  const { redirects, retries, retry } = values;
  return {
    ...stackOptions(values, cache),
    redirect: redirects,
    retry: retry && { limit: retries },
  };
}
