import { httpStack } from "pagoda/layers";

import { serveHttp } from "../../support/server.ts";
import { NotPlayed } from "../case.ts";
import type { Facts, Scenario } from "./scenario.ts";

/** One request to a host of which the resolver answers in turn as the scenario says. */
export async function resolved({ resolver = [], request, retries = 0 }: Scenario): Promise<Facts> {
  if (request === undefined) throw new NotPlayed("a resolver that nobody asks");
  await using server = await serveHttp((_, response) => void response.end("page"));
  let lookups = 0;
  await using service = httpStack({
    robots: false,
    delayMs: 0,
    retry: { limit: retries, backoff: () => 1 },
    dns: { lookup: async () => answerOf(resolver[lookups++] ?? resolver.at(-1) ?? "") },
  }).service();
  const { status } = await service.call({ url: request.replace("PORT", `${server.port}`) });
  return { status, lookups };
}

function answerOf(words: string): readonly string[] {
  const [, code] = /^fail (\w+)$/.exec(words) ?? [];
  if (code === undefined) return [words];
  throw Object.assign(new Error(`getaddrinfo ${code}`), { code, syscall: "getaddrinfo" });
}
