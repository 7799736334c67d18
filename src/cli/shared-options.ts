import { Option } from "commander";

import type { HostAddresses } from "../http/client/resolve-hosts.ts";
import { feature, repeatable, secret } from "./config/option-marks.ts";
import { type HeaderLine, headerOption, userAgentOption } from "./header-option.ts";
import { pathOption } from "./path-option.ts";
import { proxyOption } from "./proxy-option.ts";
import { resolveOption } from "./resolve-option.ts";
import { otlpOption } from "./telemetry/otlp-option.ts";
import { positiveDuration, positiveSize, whole } from "./units.ts";

/** The options that all commands have, as they were read. */
export interface SharedValues {
  /** The file that options were read from, also where a variable names it. */
  readonly config?: string;
  readonly userAgent?: readonly string[];
  readonly header?: readonly HeaderLine[];
  readonly timeout: number;
  readonly maxBytes: number;
  readonly retries: number;
  readonly cache?: string;
  readonly cacheMode?: "crawl" | "http";
  readonly offline?: boolean;
  readonly reload?: boolean;
  readonly robots: boolean;
  readonly cookies?: boolean;
  readonly retry: boolean;
  readonly circuitBreaker?: boolean;
  readonly wafDetect?: boolean;
  readonly ssrfGuard?: boolean;
  readonly http2?: boolean;
  readonly tracing: boolean;
  readonly resolve?: HostAddresses;
  readonly proxy: string | false;
  readonly otlp?: string;
}

/** The options that all commands have. */
export function sharedOptions(): readonly Option[] {
  return [...requests(), ...caching(), ...connections(), ...features().map(feature)];
}

/** What is asked, and how often. */
function requests(): readonly Option[] {
  return [
    repeatable(
      new Option(
        "--user-agent <text>",
        "what requests call themselves; several take turns",
      ).argParser(userAgentOption),
    ),
    repeatable(
      secret(
        new Option("--header <line>", 'header of every request, "NAME: VALUE"').argParser(
          headerOption,
        ),
      ),
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
  ];
}

/** What is kept. */
function caching(): readonly Option[] {
  return [
    new Option(
      "--cache <dir>",
      "keep responses in this folder, and take them from there for an hour",
    ).argParser(pathOption),
    new Option(
      "--cache-mode <mode>",
      "crawl: every page for an hour; http: as long as its headers say (default: crawl)",
    ).choices(["crawl", "http"]),
    new Option("--offline", "answer from --cache alone, however old, and ask no server").conflicts(
      "reload",
    ),
    new Option("--reload", "ask for everything anew, and keep it in --cache"),
  ];
}

/** Where requests go. */
function connections(): readonly Option[] {
  return [
    repeatable(
      new Option(
        "--resolve <host:port:address>",
        "connect to this address, as in curl; * is any host",
      ).argParser(resolveOption),
    ),
    secret(
      new Option("--proxy <url>", "proxy for all requests, such as http://user:password@host:port")
        .argParser(proxyOption)
        .default(false, "none"),
    ),
    secret(
      new Option(
        "--otlp <url>",
        "send traces and metrics to this OpenTelemetry receiver, such as http://localhost:4318",
      ).argParser(otlpOption),
    ),
  ];
}

/** The parts of the stack that can be there or not. */
function features(): readonly Option[] {
  return [
    new Option("--no-robots", "neither ask for robots.txt nor heed robots tags"),
    new Option(
      "--cookies",
      "send back the cookies that sites set (default: yes, unless there is a --cache)",
    ),
    new Option("--no-cache", "do without a cache, whatever names one"),
    new Option("--no-retry", "try nothing again"),
    new Option("--circuit-breaker", "for a while ask nothing of a host that fails again and again"),
    new Option("--waf-detect", "take for an error what a firewall answers, whatever its status"),
    new Option("--ssrf-guard", "connect to public addresses only"),
    new Option("--http2", "speak HTTP/2 with servers that choose it"),
    new Option("--no-tracing", "tell OpenTelemetry nothing"),
  ];
}
