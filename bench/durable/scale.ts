import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { crawl } from "../../src/engine/crawl.ts";
import { CrawlRequest } from "../../src/engine/page/crawl-request.ts";
import type { HttpRequest, HttpResponse } from "../../src/http/message.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { SqliteFrontier } from "../../src/sqlite/sqlite-frontier.ts";
import { urlOf } from "./web.ts";

/** What it costs to put in many URLs that wait. */
export interface Filled {
  readonly urls: number;
  readonly seconds: number;
  readonly mostMegabytes: number;
  readonly bytes: number;
}

/** What it costs to go on with them, in a process of its own, all that it loads included. */
export interface Resumed {
  readonly urls: number;
  readonly openMs: number;
  /** From the start of the process. */
  readonly firstRequestMs: number;
  readonly cpuMs: number;
  readonly mostMegabytes: number;
}

/** All that was measured of many URLs. */
export interface Scale {
  readonly filled: readonly Filled[];
  readonly resumed: readonly Resumed[];
}

const BATCH = 1000;
/** As links are, and not start URLs, which whoever goes on looks through. */
const LINKED = { depth: 1, attempts: 0, redirects: [] };

/** Measures each count in processes of their own. */
export function measureScale(counts: readonly number[]): Scale {
  const scale = { filled: [] as Filled[], resumed: [] as Resumed[] };
  for (const urls of counts) {
    const folder = mkdtempSync(join(tmpdir(), "pagoda-bench-"));
    try {
      const file = join(folder, "crawl.db");
      scale.filled.push(inProcess<Filled>("--fill", file, urls));
      scale.resumed.push(inProcess<Resumed>("--resume", file, urls));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  return scale;
}

/** Puts in URLs, a thousand a turn of the event loop. */
export async function fill(file: string, urls: number): Promise<Filled> {
  const frontier = new SqliteFrontier({ file });
  for (let n = 0; n < urls; n += BATCH) {
    frontier.add(
      Array.from({ length: BATCH }, (_, at) => new CrawlRequest(urlOf(n + at), {}, LINKED)),
    );
    await new Promise(setImmediate);
  }
  await frontier[Symbol.asyncDispose]();
  const { mostMegabytes, seconds } = spent();
  return { urls, seconds, mostMegabytes, bytes: statSync(file).size / urls };
}

/** Goes on with what waits, until the first request. */
export async function resume(file: string, urls: number): Promise<Resumed> {
  const begun = performance.now();
  await using frontier = new SqliteFrontier({ file });
  const openMs = performance.now() - begun;
  let firstRequestMs = 0;
  let cpuMs = 0;
  const service = ServiceBuilder.for<HttpRequest, HttpResponse>().service(async () => {
    firstRequestMs ||= performance.now();
    cpuMs ||= 1000 * spent().seconds;
    throw new Error("That is enough");
  });
  await crawl({ service, frontier, start: [], parse: nothing, retries: 0, maxErrors: 1 }).done();
  return { urls, openMs, firstRequestMs, cpuMs, mostMegabytes: spent().mostMegabytes };
}

function nothing(): void {}

/** What this process has needed since it started, in time of the processor and in memory at most. */
function spent(): { readonly seconds: number; readonly mostMegabytes: number } {
  const { maxRSS, systemCPUTime, userCPUTime } = process.resourceUsage();
  return { seconds: (userCPUTime + systemCPUTime) / 1e6, mostMegabytes: maxRSS / 1024 };
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- whoever prints it knows it
function inProcess<Cost>(act: string, file: string, urls: number): Cost {
  const script = fileURLToPath(new URL("../durable.js", import.meta.url));
  const answer = execFileSync(process.execPath, [script, act, file, String(urls)], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const cost: Cost = JSON.parse(answer);
  return cost;
}
