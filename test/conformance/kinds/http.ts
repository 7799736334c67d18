import { performance } from "node:perf_hooks";

import type { HttpRequest } from "pagoda/http";
import { httpStack } from "pagoda/layers";
import { settle } from "pagoda/service";

import { NotPlayed, playerOf, type Player } from "../case.ts";
import { type Answer, nearby, serveExchange } from "../wire/exchange-server.ts";
import { generated } from "../wire/generated-response.ts";
import { growthOf } from "../wire/memory.ts";
import { type Expected, problemWith, type Seen } from "./http-expectations.ts";

interface Described extends Answer {
  /** The response in words. */
  readonly response_generator?: string;
}

interface HttpCase {
  readonly input: {
    readonly request: HttpRequest;
    readonly req_body?: string;
    readonly exchange?: readonly Described[];
    /** The same answer for ever. */
    readonly exchange_loop?: string;
    readonly options?: {
      readonly maxBodyBytes?: number;
      readonly maxRedirects?: number;
      readonly timeoutMs?: number;
    };
  };
  readonly expect: Expected;
}

/** A request through the whole stack, without what waits, to servers that write what the case says. */
const exchanged: Player = playerOf<HttpCase>(async ({ input, expect }) => {
  await using servers = await serveExchange(await answersOf(input));
  await using stack = httpStack({
    ...optionsOf(input.options),
    resolve: nearby(servers),
    retry: expect["retried"] === undefined ? false : { backoff: () => 0 },
    cookies: true,
    robots: false,
    classify: false,
    delayMs: 0,
    tracing: false,
  }).service();

  const { url, body = input.req_body, ...request } = input.request;
  const startedAt = performance.now();
  let outcome: Seen["outcome"] | undefined;
  const grownMb = await growthOf(async () => {
    const call = stack.call({
      ...request,
      url: servers.fill(url),
      ...(body !== undefined && { body }),
    });
    outcome = await settle(call);
  });
  if (!outcome) return "the call did not end";
  const settledMs = performance.now() - startedAt;
  return problemWith({ outcome, settledMs, grownMb, servers, request: input.request }, expect);
});

/** Players of the kind `http`. */
export const httpPlayers: Readonly<Record<string, Player>> = { http: exchanged };

async function answersOf(input: HttpCase["input"]): Promise<readonly Answer[]> {
  const { exchange = [], exchange_loop: loop } = input;
  return loop === undefined ? Promise.all(exchange.map(spelledOut)) : [{ response_latin1: loop }];
}

async function spelledOut(answer: Described): Promise<Answer> {
  const { response_generator: words } = answer;
  if (words === undefined) return answer;
  return { ...answer, response_latin1: Buffer.from(await generated(words)).toString("latin1") };
}

function optionsOf(options: HttpCase["input"]["options"] = {}): object {
  const { maxBodyBytes, maxRedirects, timeoutMs, ...others } = options;
  const [stranger] = Object.keys(others);
  if (stranger !== undefined) throw new NotPlayed(`an option that is not understood: ${stranger}`);
  return {
    ...(maxBodyBytes !== undefined && { maxBytes: maxBodyBytes }),
    ...(maxRedirects !== undefined && { redirect: { limit: maxRedirects } }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
}
