import { isAgent } from "../http/robots/robots-agent.ts";
import type { CacheOptions } from "../layers/cache/cache.ts";
import { DiskCache } from "../layers/disk-cache/disk-cache.ts";
import type { HttpStackOptions } from "../layers/http-stack/http-stack-options.ts";
import { messageOf } from "./error-message.ts";
import type { SharedValues } from "./shared-options.ts";
import { UsageError } from "./usage-error.ts";

/** What the options that all commands have mean for a stack. */
export function stackOptions(values: SharedValues, cache: DiskCache | undefined): HttpStackOptions {
  const { userAgent, header, timeout, maxBytes, resolve, proxy } = values;
  return {
    timeoutMs: timeout,
    maxBytes,
    proxy,
    robots: robotsOption(values),
    ...featureOptions(values),
    ...(userAgent && { userAgent }),
    ...(header && { headers: header }),
    ...(resolve && { resolve }),
    ...(cache && { cache: cacheOptions(values, cache) }),
    // A session of its own each time would find nothing of what was kept in another.
    cookies: values.cookies ?? !cache,
  };
}

function featureOptions(values: SharedValues): HttpStackOptions {
  const { circuitBreaker = false, http2 = false, ssrfGuard = false } = values;
  const { tracing, wafDetect = false } = values;
  return { circuitBreaker, http2, ssrfGuard, tracing, wafDetect };
}

/** Whether to keep to what robots are asked, and by which name. */
export function robotsOption({ robots, userAgent = [] }: SharedValues): false | { agent: string } {
  const [agent = "", ...others] = userAgent;
  const speaksForItself = others.length === 0 && isAgent(agent);
  return robots && { agent: speaksForItself ? agent : "pagoda" };
}

function cacheOptions(
  { cacheMode, offline, reload }: SharedValues,
  store: DiskCache,
): CacheOptions {
  return {
    store,
    ...(cacheMode && { mode: cacheMode }),
    ...(offline === true && { use: "offline" }),
    ...(reload === true && { use: "reload" }),
  };
}

/**
 * Opens the cache. Rejects with a {@link UsageError} where its folder cannot be used, or there is none but
 * other options speak of it. Creates nothing.
 */
export async function openCache(values: SharedValues): Promise<DiskCache | undefined> {
  const { cache: dir, cacheMode, offline, reload } = values;
  if (dir === undefined) {
    const spoken = { "--cache-mode": cacheMode, "--offline": offline, "--reload": reload };
    const [option] =
      Object.entries(spoken).find(([, value]) => value !== undefined && value !== false) ?? [];
    if (option !== undefined) throw new UsageError(`Expected --cache with ${option}: got none`);
    return undefined;
  }
  try {
    const cache = new DiskCache({ dir });
    await cache.check();
    return cache;
  } catch (error) {
    throw new UsageError(
      `Expected --cache to be a folder that can be used: got ${dir} (${messageOf(error)})`,
    );
  }
}
