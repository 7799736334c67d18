import { Option } from "commander";

import type { HostAddresses } from "../http/resolve-hosts.ts";
import { agentName } from "../http/robots-agent.ts";
import { DiskCache } from "../layers/disk-cache.ts";
import type { HttpStackOptions } from "../layers/http-stack-options.ts";
import { messageOf } from "./error-message.ts";
import { type HeaderLine, headerOption, userAgentOption } from "./header-option.ts";
import { resolveOption } from "./resolve-option.ts";
import { positiveDuration, size, whole } from "./units.ts";
import { UsageError } from "./usage-error.ts";

/** The options that all commands have, as they were read. */
export interface SharedValues {
  readonly userAgent?: readonly string[];
  readonly header?: readonly HeaderLine[];
  readonly timeout: number;
  readonly maxBytes: number;
  readonly retries: number;
  readonly cache?: string;
  readonly robots: boolean;
  readonly resolve?: HostAddresses;
}

/** The options that all commands have. */
export function sharedOptions(): readonly Option[] {
  return [
    new Option(
      "--user-agent <text>",
      "what requests call themselves (repeatable: in turns)",
    ).argParser(userAgentOption),
    new Option("--header <line>", 'header of every request, "NAME: VALUE" (repeatable)').argParser(
      headerOption,
    ),
    new Option("--timeout <time>", "how long one request may take")
      .argParser(positiveDuration)
      .default(30_000, "30s"),
    new Option("--max-bytes <size>", "bytes that a body may have")
      .argParser(size)
      .default(10 * 1024 ** 2, "10MiB"),
    new Option("--retries <count>", "attempts after the first that failed")
      .argParser(whole(0))
      .default(2),
    new Option(
      "--cache <dir>",
      "keep responses in this folder, and take them from there for an hour",
    ),
    new Option("--no-robots", "do not ask for robots.txt, nor keep to it"),
    new Option(
      "--resolve <host:port:address>",
      "connect to this address, as in curl; * is any host (repeatable)",
    ).argParser(resolveOption),
  ];
}

/** What they mean for a stack. */
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
