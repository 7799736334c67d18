import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { type Explained, explainCommand } from "../../../src/cli/explain/explain-command.ts";
import { tales } from "../../../src/cli/explain/layer-story.ts";
import {
  type Explanation,
  explanationLines,
  explanationOf,
} from "../../../src/cli/explain/run-explain.ts";

const everyFeature = [
  "--circuit-breaker",
  "--waf-detect",
  "--user-agent",
  "a/1",
  "--header",
  "A: b",
];

describe("pagoda explain", () => {
  it("tells the layers as they are built, with the numbers of the options", async () => {
    const { layers } = await explained(["--delay", "3s", "--timeout", "7s", "--concurrency", "5"]);
    const names = layers.map(({ layer }) => layer);
    expect(names).toEqual([
      "frontier",
      "crawl",
      "tracing(call)",
      "classifyStatus",
      "robots",
      "cookies",
      "perDomainRateLimit",
      "timeout",
      "tracing(attempt)",
      "httpClient",
    ]);
    const said = (name: string): string => layers.find(({ layer }) => layer === name)?.does ?? "";
    expect(said("perDomainRateLimit")).toContain("every 3.0 s");
    expect(said("timeout")).toContain("7.0 s");
    expect(said("crawl")).toContain("5 pages at once");
  });

  it("knows every layer that options can bring about", async () => {
    const dir = await mkdtemp(join(tmpdir(), "pagoda-explain-"));
    const told = await explained(["fetch", ...everyFeature, "--cookies", "--cache", dir]);
    await rm(dir, { recursive: true });
    const secrets = await explained(["http://a.test/", "--header", "Authorization: x"]);
    const named = new Set([...told.layers, ...secrets.layers].map(({ layer }) => layer));
    for (const name of Object.keys(tales)) expect(named).toContain(name);
    for (const { does, layer } of told.layers) expect([layer, does]).not.toContain("of its own");
  });

  it.each<[flag: string, layer: string]>([
    ["--no-robots", "robots"],
    ["--no-cookies", "cookies"],
    ["--no-retry", "retry"],
    ["--no-redirects", "redirect"],
    ["--circuit-breaker", "circuitBreaker"],
    ["--waf-detect", "wafDetect"],
    ["--no-tracing", "tracing(call)"],
  ])("shows that %s switches %s", async (flag, layer) => {
    const has = async (flags: readonly string[]): Promise<boolean> =>
      (await explained(["fetch", ...flags])).layers.some((story) => story.layer === layer);
    expect([await has([]), await has([flag])]).toEqual(
      flag.startsWith("--no-") ? [true, false] : [false, true],
    );
  });

  it.each([
    ["--ssrf-guard", "public addresses"],
    ["--http2", "HTTP/2"],
    ["--proxy=http://me:hush@p.test:3128", "p.test:3128"],
  ])("tells what %s means for the leaf", async (flag, text) => {
    expect(await leafOf([])).not.toContain(text);
    expect(await leafOf([flag])).toContain(text);
  });

  it("tells where each option came from", async () => {
    const { options } = await explained(["--delay", "1s", "--no-cookies"]);
    const of = new Map(options.map(({ from, name, value }) => [name, [value, from]]));
    expect(of.get("crawl.delay")).toEqual(["1s", "--delay"]);
    expect(of.get("features.cookies")).toEqual(["false", "--no-cookies"]);
    expect(of.get("timeout")).toEqual(["30s", "default"]);
    expect(of.get("crawl.max-pages")).toEqual([null, "default"]);
  });

  it("shows values as they are given, and features as a file has them", async () => {
    const dir = await mkdtemp(join(tmpdir(), "pagoda-explain-"));
    const flags = ["--max-bytes=20MiB", "--max-time=10m", "--max-cpu=7%", `--cache=${dir}`];
    const of = async (...more: readonly string[]): Promise<ReadonlyMap<string, string | null>> =>
      new Map((await explained([...flags, ...more])).options.map((it) => [it.name, it.value]));
    const values = await of();
    const without = await of("--no-cache");
    await rm(dir, { recursive: true });
    const names = [
      "max-bytes",
      "crawl.max-time",
      "crawl.max-cpu",
      "features.cache",
      "features.cookies",
    ];
    expect(names.map((name) => values.get(name))).toEqual(["20MiB", "10m", "7%", "true", "false"]);
    expect(values.has("features.no-cache")).toBe(false);
    expect([without.get("features.cache"), without.get("features.cookies")]).toEqual([
      "false",
      "true",
    ]);
  });

  it.each([
    [["--metrics-interval=1s"], "Expected --metrics-json with --metrics-interval: got none"],
    [["--log-level=info"], "Expected --log with --log-level: got none"],
    [["--seed=1", "--state=none.db"], "Expected --seed or --state: got both"],
  ])("refuses %j, as the crawl does", async (flags, message) => {
    await expect(explained(flags)).rejects.toThrow(message);
  });

  it("shows no secret", async () => {
    const told = await explained([
      "fetch",
      "--header=Authorization: hush",
      "--proxy=http://me:hush@p.test:3128",
      "--data=hush",
    ]);
    const crawled = await explained(["--sitemap=http://me:hush@a.test/"]);
    expect(JSON.stringify([told, crawled])).not.toContain("hush");
    expect(told.options.find(({ name }) => name === "header")?.value).toBe("Authorization: …");
  });

  it("keeps to the width of the terminal", async () => {
    const explanation = await explained(everyFeature);
    for (const line of explanationLines(explanation, 80)) expect(line.length).toBeLessThan(81);
  });
});

async function explained(args: readonly string[]): Promise<Explanation> {
  let asked: Explained | undefined;
  const command = explainCommand(async (explained) => void (asked = explained));
  await command.parseAsync(args, { from: "user" });
  if (!asked) throw new Error("Nothing was asked");
  return explanationOf(asked);
}

async function leafOf(flags: readonly string[]): Promise<string> {
  const { layers } = await explained(flags);
  return layers.at(-1)?.does ?? "";
}
