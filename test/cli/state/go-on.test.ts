import { resolve } from "node:path";

import { describe, expect, it } from "vitest";

import { noteOf, withWholePaths } from "../../../src/cli/state/crawl-note.ts";
import { goOn } from "../../../src/cli/state/go-on.ts";
import { flagOf, keptOptions, optionsKept } from "../../../src/cli/state/kept-options.ts";
import { typedOf } from "../typed-of.ts";

const A = "http://a.test/";
const B = "http://b.test/";

describe("goOn", () => {
  it("goes on with what the crawl was begun with, where nothing is given", async () => {
    const begun = [A, "--depth=3", "--delay=1s", "--include=*/x", "--no-robots", "--out=a.csv"];
    const { urls, values } = await resumed(begun, []);
    expect(urls).toEqual([A]);
    expect(values).toMatchObject({
      depth: 3,
      delay: 1000,
      include: ["*/x"],
      robots: false,
      out: resolve("a.csv"),
      scope: "same-host",
    });
  });

  it("goes on with what is given in place of what may change", async () => {
    const begun = [A, "--delay=1s", "--concurrency=3", "--out=a.csv"];
    const { values } = await resumed(begun, ["--delay=0", "--concurrency=5", "--out=b.jsonl"]);
    expect(values).toMatchObject({ delay: 0, concurrency: 5, out: resolve("b.jsonl") });
  });

  it("keeps no budgets, nor what else is for one run", async () => {
    const run = ["--max-pages=3", "--max-errors=1", "--quiet", "--metrics-json=m.json"];
    const { values } = await resumed([A, ...run], ["--max-time=5s"]);
    expect(values).not.toHaveProperty("maxPages");
    expect(values).not.toHaveProperty("quiet");
    expect(values).not.toHaveProperty("metricsJson");
    expect(values.maxTime).toBe(5000);
  });

  it.each<[begun: readonly string[], again: readonly string[], told: readonly string[]]>([
    [[], ["--depth=2"], ["--depth", "none", "2"]],
    [["--depth=3"], ["--depth=2"], ["--depth", "3", "2"]],
    [[], ["--scope=all"], ["--scope", "same-host", "all"]],
    [["--include=*/x"], ["--include=*/y"], ["--include", "*/x", "*/y"]],
    [[], ["--exclude=*/y"], ["--exclude", "none", "*/y"]],
    [[], ["--order=depth-first"], ["--order", "breadth-first", "depth-first"]],
    [[], ["--no-robots"], ["--no-robots", "not given", "given"]],
    [[], ["--sitemap"], ["--sitemap", "none", "true"]],
    [[], ["--max-pages-per-host=2"], ["--max-pages-per-host", "none", "2"]],
    [["--out=a.csv"], ["--format=jsonl"], ["--format", "csv", "jsonl"]],
  ])("refuses, of a crawl with %j, %j", async (begun, again, told) => {
    const error = await refusal([A, ...begun], again);
    for (const text of [...told, "may change", "--concurrency", "--delay"]) {
      expect(error).toContain(text);
    }
  });

  it("takes the same again, in whichever order", async () => {
    const options = ["--depth=3", "--include=*/x", "--scope=all", "--out=a.csv"];
    const { urls } = await resumed([A, B, ...options], [B, A, ...options]);
    expect(urls).toEqual([A, B]);
  });

  it("refuses other URLs, and shows no secret of them", async () => {
    const error = await refusal([`${A}?token=hush`], [B]);
    expect(error).toContain(`${A}?token=REDACTED: got ${B}`);
    expect(await refusal([A, B], [A])).toContain("the URLs");
  });

  it("demands headers and a password that it does not keep", async () => {
    const secrets = ["--header=Authorization: hush", "--proxy=http://me:hush@p.test:1"];
    expect(await refusal([A, ...secrets], [])).toContain('--header "authorization: ..."');
    expect(await refusal([A, ...secrets], [secrets[0] ?? ""])).toContain(
      "--proxy http://p.test:1/",
    );
    const { values } = await resumed([A, ...secrets], secrets);
    expect(values).toMatchObject({
      header: [["Authorization", "hush"]],
      proxy: "http://me:hush@p.test:1",
    });
  });
});

describe("noteOf", () => {
  it("holds no value of a header, nor a password", async () => {
    const secrets = ["--header=X-Mine: hush", "--proxy=http://me:hush@p.test:1"];
    const { urls, values } = await typedOf(A, ...secrets);
    const note = noteOf(urls, values);
    expect(JSON.stringify(note)).not.toMatch(/hush|me:/);
    expect(note).toMatchObject({ headers: ["x-mine"], proxyPassword: true });
  });

  it.each([["http://me:hush@a.test/"], ["--sitemap=http://me:hush@a.test/map"]])(
    "refuses a password in a URL, which it would have to keep: %s",
    async (url) => {
      const { urls, values } = await typedOf(A, url);
      expect(() => noteOf(urls, values)).toThrow(/without a password(?!.*hush)/);
    },
  );
});

describe("keptOptions", () => {
  it("are all options of the command, as they are typed", async () => {
    const { values } = await typedOf(A, "--state=x");
    const names: readonly string[] = Object.keys(keptOptions);
    expect(names).toEqual(expect.arrayContaining(Object.keys(values)));
    expect(optionsKept("fixed").map(flagOf)).toContain("--no-trap-guard");
    expect(optionsKept("free").map(flagOf)).toContain("--max-host-failures");
  });
});

/** What a crawl goes on with that was begun with some arguments, and is gone on with by others. */
async function resumed(
  begun: readonly string[],
  again: readonly string[],
): Promise<ReturnType<typeof goOn>> {
  const { urls, values } = await typedOf(...begun);
  const note = JSON.stringify(noteOf(urls, withWholePaths(values)));
  const typed = await typedOf("--state=crawl.db", ...again);
  return goOn(JSON.parse(note), { ...typed, values: withWholePaths(typed.values) });
}

async function refusal(begun: readonly string[], again: readonly string[]): Promise<string> {
  try {
    await resumed(begun, again);
    return "none";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
