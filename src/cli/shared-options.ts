import { Option } from "commander";

import type { HostAddresses } from "../http/client/resolve-hosts.ts";
import { type HeaderLine, headerOption, userAgentOption } from "./header-option.ts";
import { pathOption } from "./path-option.ts";
import { resolveOption } from "./resolve-option.ts";
import { positiveDuration, positiveSize, whole } from "./units.ts";

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
      .argParser(positiveSize)
      .default(10 * 1024 ** 2, "10MiB"),
    new Option("--retries <count>", "attempts after the first that failed")
      .argParser(whole(0))
      .default(2),
    new Option(
      "--cache <dir>",
      "keep responses in this folder, and take them from there for an hour",
    ).argParser(pathOption),
    new Option("--no-robots", "do not ask for robots.txt, nor keep to it"),
    new Option(
      "--resolve <host:port:address>",
      "connect to this address, as in curl; * is any host (repeatable)",
    ).argParser(resolveOption),
  ];
}
