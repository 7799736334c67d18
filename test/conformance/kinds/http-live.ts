import { performance } from "node:perf_hooks";

import {
  httpClient,
  type HttpClientOptions,
  type HttpRequest,
  type HttpResponse,
  type ResponseHead,
} from "pagoda/http";
import { httpRetry, retry } from "pagoda/layers";
import { type Outcome, ServiceBuilder, settle } from "pagoda/service";

import { differs, firstOf, playerOf, type Player, type Problem } from "../case.ts";
import { bytesReadBy } from "../wire/client-bytes.ts";
import { errorClass } from "../wire/error-class.ts";
import { type LiveServer, serveWords } from "../wire/live-server.ts";
import { growthOf } from "../wire/memory.ts";

interface LiveCase {
  readonly input: {
    /** In words. */
    readonly server: string;
    readonly url?: string;
    /** Request lines, or `100 in a row, 4 connections`. */
    readonly requests?: readonly string[] | string;
    /** In words: a client that reads only some bodies. */
    readonly client?: string;
    readonly options?: {
      readonly timeoutMs?: number;
      readonly maxBodyBytes?: number;
      readonly connections?: number;
      readonly retries?: number;
      readonly backoffMs?: number;
    };
  };
  readonly expect: Readonly<Record<string, unknown>>;
}

interface Seen {
  readonly outcomes: readonly Outcome<HttpResponse>[];
  readonly server: LiveServer;
  readonly tookMs: number;
  readonly grownMb: number;
  readonly bytesRead: number;
}

/** Requests one after another to a server that behaves as described. */
const live: Player = playerOf<LiveCase>(async ({ input, expect }) => {
  await using server = await serveWords(input.server);
  const { options = {} } = input;
  await using stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
    .layer(retry(httpRetry({ limit: options.retries ?? 2, backoff: () => options.backoffMs ?? 1 })))
    .service(httpClient(clientOptions(input)), { disposeLeaf: true });
  const outcomes: Outcome<HttpResponse>[] = [];
  const startedAt = performance.now();
  let bytesRead = 0;
  const grownMb = await growthOf(async () => {
    bytesRead = await bytesReadBy(async () => {
      for (const request of requestsOf(input, server.port))
        outcomes.push(await settle(stack.call(request)));
    });
  });
  const tookMs = performance.now() - startedAt;
  if ("sockets_open_after" in expect) await closed(server);
  const seen = { outcomes, server, tookMs, grownMb, bytesRead };
  return firstOf(...Object.entries(expect).map(([key, value]) => check(seen, key, value)));
});

/** Players of the kind `http.live`. */
export const httpLivePlayers: Readonly<Record<string, Player>> = { "http.live": live };

function check(seen: Seen, key: string, expected: unknown): Problem {
  const known = checks[key];
  return known ? known(seen, expected) : `an expectation that is not understood: ${key}`;
}

const checks: Readonly<Record<string, (seen: Seen, expected: unknown) => Problem>> = {
  status: ({ outcomes }, expected) => differs("status", outcomes.map(endingOf).at(-1), expected),
  statuses: ({ outcomes }, expected) => differs("statuses", outcomes.map(endingOf), expected),
  error_class: ({ outcomes }, expected) =>
    differs("class", outcomes.map(endingOf).at(-1), expected),
  error_class_any: ({ outcomes }, expected) => {
    const ending = outcomes.map(endingOf).at(-1);
    return Array.isArray(expected) && expected.includes(ending)
      ? undefined
      : differs("class", ending, expected);
  },
  within_ms: ({ tookMs, outcomes }, expected) =>
    isBelow("milliseconds an attempt", tookMs / Math.max(3, outcomes.length), expected),
  rss_growth_mb_below: ({ grownMb }, expected) => isBelow("growth in MiB", grownMb, expected),
  connections: ({ server }, expected) => differs("connections", server.sockets.length, expected),
  requests: ({ server }, expected) => differs("requests", server.requests.length, expected),
  open_sockets_max: ({ server }, expected) =>
    isBelow("open sockets", server.mostOpen, Number(expected) + 1),
  // Had a body been left unread, the next answer could not have come on its connection.
  bodies_cancelled_or_drained: ({ server }, expected) =>
    differs("answers before", server.requests.length - 1, expected),
  sockets_open_after: ({ server }, expected) =>
    differs("open sockets", server.sockets.filter(({ closed }) => !closed).length, expected),
  bytes_read_below: ({ bytesRead }, expected) => isBelow("bytes read", bytesRead, expected),
  request_headers: ({ server }, expected) => {
    const headers: Readonly<Record<string, string>> = Object(expected);
    const sent = server.requests[0]?.toLowerCase() ?? "";
    const missing = Object.entries(headers).filter(
      ([name, value]) =>
        !sent.includes(`\r\n${name}: ${value.replace("PORT", `${server.port}`)}\r\n`),
    );
    return differs("missing headers", missing, []);
  },
};

function clientOptions({ client = "", requests, options }: LiveCase["input"]): HttpClientOptions {
  const { timeoutMs = 30_000, maxBodyBytes = 10 * 2 ** 20, connections } = options ?? {};
  const inWords =
    typeof requests === "string" ? /(\d+) connections/.exec(requests)?.[1] : undefined;
  return {
    timeoutMs,
    maxBytes: maxBodyBytes,
    connections: connections ?? (inWords === undefined ? Infinity : Number(inWords)),
    ...(client.includes("skips non-HTML") && { accept: isHtml }),
  };
}

function isHtml({ headers }: ResponseHead): boolean {
  return headers.get("content-type")?.includes("html") ?? false;
}

function requestsOf(
  { url, requests = [""] }: LiveCase["input"],
  port: number,
): readonly HttpRequest[] {
  const origin = (url ?? "http://127.0.0.1:PORT/").replace("PORT", `${port}`);
  const lines =
    typeof requests === "string"
      ? Array.from({ length: Number.parseInt(requests, 10) }, () => "")
      : requests;
  return lines.map((line) => {
    const [, method = "GET", path = "/"] = /^([A-Z]+) (\S+)$/.exec(line) ?? [];
    return { url: new URL(path, origin).href, method };
  });
}

async function closed({ sockets }: LiveServer): Promise<void> {
  for (const socket of sockets) {
    if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
  }
}

function endingOf(outcome: Outcome<HttpResponse>): number | string {
  return outcome.ok ? outcome.value.status : errorClass(outcome.error);
}

function isBelow(what: string, actual: number, expected: unknown): Problem {
  return actual < Number(expected) ? undefined : differs(what, actual, expected);
}
