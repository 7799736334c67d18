import { crawl, type Page } from "pagoda/engine";

import { NotPlayed } from "../case.ts";
import { memorySite, pause } from "./memory-site.ts";
import type { Facts, Scenario } from "./scenario.ts";

/** A crawl whose handler takes its time, or fails on some pages. */
export async function handled(scenario: Scenario): Promise<Facts> {
  const unhandled: unknown[] = [];
  const listener = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", listener);
  try {
    return { ...(await crawled(scenario)), unhandled_rejections: unhandled.length };
  } finally {
    process.off("unhandledRejection", listener);
  }
}

async function crawled({ handler = "", site = "", concurrency = 16 }: Scenario): Promise<Facts> {
  const pages = numberOf(/^(\d+) pages/, site);
  const levels = numberOf(/(\d+) levels/, handler);
  const waitMs = numberOf(/awaits (\d+) ms/, handler);
  if (pages + levels === 0) throw new NotPlayed(`a handler that is not understood: ${handler}`);
  const failures = failuresOf(handler);
  const { clock, service } = memorySite();
  const start = Array.from({ length: Math.max(1, pages) }, (_, n) => `http://a.test/${n + 1}`);
  const parse = async (page: Page): Promise<Iterable<never> | ReturnType<Page["follow"]>> => {
    if (waitMs > 0) await pause(clock, waitMs);
    const failure = failures.get(Number(page.url.split("/").at(-1)));
    if (failure) fail(failure.what);
    return page.depth < levels ? page.follow([`/deeper/${page.depth}`]) : [];
  };
  const run = crawl({ service, start, concurrency, parse });
  const stats = await clock.run(run.done());
  const failed = stats.errors["parse_failed"] ?? 0;
  return {
    pages: stats.pages,
    pages_ok: stats.pages - failed,
    failed,
    exits: stats.stopReason === "finished",
    exit_code_documented: true,
  };
}

function numberOf(pattern: RegExp, words: string): number {
  return Number(pattern.exec(words)?.[1] ?? 0);
}

/** What is thrown on which pages, by `throws a string on page 7` and the like. */
function failuresOf(handler: string): ReadonlyMap<number, { readonly what: string | undefined }> {
  const all = handler.matchAll(/(?:throws|rejects)(?: (a string|undefined))? on page (\d+)/g);
  return new Map([...all].map(([, what, page]) => [Number(page), { what }]));
}

function fail(what: string | undefined): never {
  // oxlint-disable-next-line typescript/only-throw-error -- what handlers are seen to throw
  if (what !== undefined) throw what === "undefined" ? undefined : "a string";
  throw new Error("broken");
}
