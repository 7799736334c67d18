import { getEventListeners } from "node:events";

import { crawl } from "pagoda/engine";
import { httpStack } from "pagoda/layers";

import { serveHttp } from "../../support/server.ts";
import type { Facts, Scenario } from "./scenario.ts";

/** A crawl of many requests under one signal, over real connections. */
export async function signalled({ requests = 1, concurrency = 16 }: Scenario): Promise<Facts> {
  await using server = await serveHttp((_, response) => void response.end("page"));
  const { signal } = new AbortController();
  const warnings: string[] = [];
  const listener = ({ name }: Error): void => void warnings.push(name);
  process.on("warning", listener);
  await using service = httpStack({
    delayMs: 0,
    robots: false,
    redirect: false,
    retry: false,
  }).service();
  const start = Array.from({ length: requests }, (_, n) => `${server.origin}/${n}`);
  await crawl({
    service,
    start,
    signal,
    concurrency,
    perHost: concurrency,
    parse: () => {},
  }).done();
  await new Promise((resolve) => setImmediate(resolve)); // warnings are told later
  process.off("warning", listener);
  return { warnings, listeners_on_signal_after: getEventListeners(signal, "abort").length };
}
