import { agentName } from "../http/robots/robots-agent.ts";
import { DiskCache } from "../layers/disk-cache/disk-cache.ts";
import type { HttpStackOptions } from "../layers/http-stack/http-stack-options.ts";
import { messageOf } from "./error-message.ts";
import type { SharedValues } from "./shared-options.ts";
import { UsageError } from "./usage-error.ts";

/** What the options that all commands have mean for a stack. */
export function stackOptions(values: SharedValues, cache: DiskCache | undefined): HttpStackOptions {
  const { userAgent, header, timeout, maxBytes, robots, resolve } = values;
  const [agent = "", ...others] = userAgent ?? [];
  const speaksForItself = others.length === 0 && agentName(agent) !== undefined;
  return {
    timeoutMs: timeout,
    maxBytes,
    robots: robots && { agent: speaksForItself ? agent : "pagoda" },
    ...(userAgent && { userAgent }),
    ...(header && { headers: header }),
    ...(resolve && { resolve }),
    ...(cache && { cache }),
  };
}

/** Opens the cache. Rejects with a {@link UsageError} where its folder cannot be used. Creates nothing. */
export async function openCache(dir: string | undefined): Promise<DiskCache | undefined> {
  if (dir === undefined) return undefined;
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
