import zlib from "node:zlib";

import { type HttpRequest, type HttpResponse, responseOf } from "pagoda/http";
import type { Outcome } from "pagoda/service";

import { differs, firstOf, type Problem } from "../case.ts";
import { errorClass, isRetryable } from "../wire/error-class.ts";
import type { ExchangeServers } from "../wire/exchange-server.ts";
import { targetOf } from "../wire/target-on-wire.ts";

/** What came of a case of the kind `http`. */
export interface Seen {
  readonly request: HttpRequest;
  readonly outcome: Outcome<HttpResponse>;
  readonly settledMs: number;
  readonly grownMb: number;
  readonly servers: ExchangeServers;
}

/** Expectations by name; those of the n-th request have names such as `second_request_lacks_headers`. */
export type Expected = Readonly<Record<string, unknown>>;

/** What of the expectations is not met. */
export function problemWith(seen: Seen, expect: Expected): Problem {
  return firstOf(...Object.entries(expect).map(([key, value]) => check(seen, key, value)));
}

type Check = (seen: Seen, expected: unknown) => Problem;

const checks: Readonly<Record<string, Check>> = {
  status: ({ outcome }, expected) =>
    differs(
      "status",
      ending(outcome, ({ status }) => status),
      expected,
    ),
  body: ({ outcome }, expected) =>
    differs(
      "body",
      ending(outcome, ({ text }) => text),
      expected,
    ),
  truncated: ({ outcome }, expected) =>
    differs(
      "truncated",
      ending(outcome, ({ truncated }) => truncated),
      expected,
    ),
  final_url: ({ outcome, servers }, expected) =>
    differs(
      "final URL",
      ending(outcome, ({ url }) => url),
      servers.fill(String(expected)),
    ),
  error_class: (seen, expected) => check(seen, "error_class_any", [expected]),
  error_class_any: ({ outcome }, expected) => isOneOf("error class", classOf(outcome), expected),
  partial_body: ({ outcome }, expected) =>
    differs("partial body", responseOf(outcome)?.text, expected),
  body_or_error: ({ outcome }, expected) =>
    isOneOf("body or error", outcome.ok ? outcome.value.text : classOf(outcome), expected),
  status_or_error: ({ outcome }, expected) =>
    isOneOf("status or error", outcome.ok ? outcome.value.status : classOf(outcome), expected),
  settles_ms_max: ({ settledMs }, expected) => isAtMost("milliseconds", settledMs, expected),
  rss_growth_mb_below: ({ grownMb }, expected) => isAtMost("growth in MiB", grownMb, expected),
  targets: ({ servers }, expected) => differs("targets", servers.requests.map(targetOf), expected),
  methods: ({ servers }, expected) => differs("methods", servers.requests.map(methodOf), expected),
  requests: ({ servers }, expected) => differs("requests", servers.requests.length, expected),
  retried: ({ servers }, expected) => differs("retried", servers.requests.length > 1, expected),
  retryable: ({ outcome, request }, expected) =>
    differs("retryable", isRetryable(outcome, request.method), expected),
  no_crash: () => undefined, // whoever reads this has not crashed
  any: (seen, expected) => isMetByOneOf(seen, expected),
  request_accept_encoding_matches_ability: ({ servers }, expected) =>
    differs("codings asked for can be undone", asksForAbility(servers.requests[0] ?? ""), expected),
};

const ORDINALS = ["first", "second", "third", "fourth", "fifth"];
const OF_REQUEST = /^([a-z]+)_(?:request_)?(lacks_headers|has_headers|body)$/;

function check(seen: Seen, key: string, expected: unknown): Problem {
  const known = checks[key];
  if (known) return known(seen, expected);
  const [, ordinal = "", what] = OF_REQUEST.exec(key) ?? [];
  const request = seen.servers.requests[ORDINALS.indexOf(ordinal)];
  if (what === undefined) return `an expectation that is not understood: ${key}`;
  if (request === undefined) return `there was no ${ordinal} request`;
  if (what === "body")
    return differs(key, request.slice(request.indexOf("\r\n\r\n") + 4), expected);
  const headers = headersOf(request);
  const met = listOf(expected).filter((header) => headers.some((line) => hasHeader(line, header)));
  return differs(key, met, what === "has_headers" ? expected : []);
}

function ending<Value>(
  outcome: Outcome<HttpResponse>,
  read: (response: HttpResponse) => Value,
): Value | string {
  return outcome.ok ? read(outcome.value) : `the error ${classOf(outcome)}`;
}

function classOf(outcome: Outcome<HttpResponse>): string {
  return outcome.ok ? `the status ${outcome.value.status}` : errorClass(outcome.error);
}

function isOneOf(what: string, actual: unknown, expected: unknown): Problem {
  return listOf(expected).includes(actual) ? undefined : differs(what, actual, expected);
}

function isAtMost(what: string, actual: number, expected: unknown): Problem {
  return actual <= Number(expected) ? undefined : differs(what, actual, expected);
}

/** Alternatives such as `body = ok`; in other words they are not understood, and not met. */
function isMetByOneOf(seen: Seen, expected: unknown): Problem {
  const alternatives = listOf(expected).map((words) => /^(\w+) = (.*)$/s.exec(String(words)) ?? []);
  const problems = alternatives.flatMap(([, key, value]) =>
    key === undefined ? [] : [check(seen, key, value)],
  );
  return problems.includes(undefined) ? undefined : `none was met: ${problems.join("; ")}`;
}

function methodOf(request: string): string {
  return request.slice(0, request.indexOf(" "));
}

function headersOf(request: string): readonly string[] {
  const [, ...lines] = request.slice(0, request.indexOf("\r\n\r\n")).split("\r\n");
  return lines.map((line) => line.toLowerCase());
}

/** A header by its name, or by name and value. */
function hasHeader(line: string, header: unknown): boolean {
  const wanted = String(header).toLowerCase();
  return wanted.includes(":") ? line === wanted : line.startsWith(`${wanted}:`);
}

function asksForAbility(request: string): boolean {
  const line = headersOf(request).find((line) => line.startsWith("accept-encoding:")) ?? "";
  return line.includes("zstd") === "createZstdDecompress" in zlib;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
