import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { serveHttp } from "../../support/server.ts";
import type { Facts, Scenario } from "./scenario.ts";

const command = fileURLToPath(new URL("../cli/main.js", import.meta.resolve("pagoda/engine")));

/** What the command lets what is under way take. */
const GRACE_MS = 10_000;
/** A request that left the command before it has said that it stops may still be under way. */
const UNDER_WAY_MS = 100;

/** A crawl by the command, with its pages on the standard output, that gets a signal. */
export async function stopped(scenario: Scenario): Promise<Facts> {
  const { signal = "" } = scenario;
  const folder = await mkdtemp(join(tmpdir(), "pagoda-stopped-"));
  const metrics = join(folder, "metrics.json");
  const asked: number[] = [];
  const begun = new AbortController();
  const isBegun = once(begun.signal, "abort");
  await using server = await serveHttp(({ url = "" }, response) => {
    begun.abort();
    asked.push(performance.now());
    answer(scenario, url, response);
  });
  const args = ["crawl", `${server.origin}/1`, "--delay=0", "--out=-", `--metrics-json=${metrics}`];
  const child = spawn(process.execPath, [command, ...args]);
  const ended = once(child, "exit");
  let written = "";
  child.stdout.on("data", (bytes) => void (written += String(bytes)));
  let heardAt: number | undefined;
  child.stderr.on("data", (bytes) => {
    if (String(bytes).includes("Stopping")) heardAt = performance.now();
  });
  if (signal.includes("backpressure")) child.stdout.pause();
  await isBegun;
  await sleep(1000 * Number(/at (\d+) s/.exec(signal)?.[1] ?? 1));
  const at = performance.now();
  child.kill(signal.includes("SIGTERM") ? "SIGTERM" : "SIGINT");
  child.stdout.resume();
  await ended;
  const tookMs = performance.now() - at;
  const stats: { readonly pages: number } = JSON.parse(await readFile(metrics, "utf8"));
  await rm(folder, { recursive: true });
  const lines = written.split("\n");
  return {
    exit_within_ms: tookMs,
    exported_equals_done: lines.length - 1 === stats.pages,
    requests_after_signal: asked.filter((when) => when > (heardAt ?? at) + UNDER_WAY_MS).length,
    last_line_complete: lines.at(-1) === "" && lines.slice(0, -1).every(isJson),
    shutdownGraceMs: GRACE_MS,
  };
}

/** Pages without end, as slow as the signal of the scenario says, or what it waits for. */
function answer(
  { signal = "", one_request }: Scenario,
  url: string,
  response: ServerResponse,
): void {
  const latencyMs = Number(/take (\d+) ms/.exec(signal)?.[1] ?? 1);
  const pauseS = /(\d+) s Retry-After/.exec(signal)?.[1];
  if (one_request?.includes("hangs") === true && url.endsWith("2")) return;
  if (url === "/robots.txt") response.writeHead(404).end();
  else if (pauseS !== undefined) response.writeHead(429, { "retry-after": pauseS }).end();
  else {
    const links = [1, 2, 3].map((n) => `<a href="${url}${n}">x</a>`).join("");
    response.setHeader("content-type", "text/html");
    setTimeout(() => response.end(`<title>${"x".repeat(1000)}</title>${links}`), latencyMs);
  }
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
