import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { type Host, page, redirect } from "../../examples/demo/host.ts";
import { serveSite, type Site } from "../../examples/demo/site.ts";
import { type Ended, folder, pagoda } from "./command.ts";

describe("pagoda fetch", { concurrent: true }, () => {
  it("shows each layer within the one above, with times", async () => {
    const { code, stdout } = await fetchOf("/", "--no-robots");
    expect(code).toBe(0);
    const tree = [...stdout.matchAll(/^ *\d+\.\d ms( +)([a-z][\w()]*) {2}\(\d+\.\d ms\)$/gim)];
    const depths = new Map(tree.map(([, indent = "", name]) => [name, indent.length]));
    const names = ["tracing(call)", "classifyStatus", "redirect", "cookies", "retry"];
    const inner = ["perDomainRateLimit", "timeout", "tracing(attempt)"];
    expect([...depths.keys()]).toEqual([...names, ...inner]);
    expect([...depths.values()]).toEqual([2, 4, 6, 8, 10, 12, 14, 16]);
  });

  it("shows what layers did of their own accord", async () => {
    const { stdout } = await fetchOf("/old");
    expect(stdout).toMatch(/· redirect followed {2}url .*\/busy, status 302/);
    expect(stdout).toMatch(/· retry retried {2}attempt 2, wait [\d.]+ ms, status 503/);
    expect(stdout).toMatch(/· perDomainRateLimit queued/);
    expect(stdout).toMatch(/^200 .*\/busy\nredirected from .*\/old$/m);
  });

  it("does not show a layer that is not there", async () => {
    const { stdout } = await fetchOf("/", "--no-robots");
    expect(stdout).not.toContain("robots");
  });

  it("shows status and headers, also of an answer that is none, which is failure", async () => {
    const { code, stderr, stdout } = await fetchOf("/missing");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^404 .*\/missing\ncontent-length: 0$/m);
    expect(stderr).toMatch(/^pagoda: .*\/missing answered 404\n$/);
  });

  it("shows which layer refused a request", async () => {
    const { code, stderr, stdout } = await fetchOf("/private");
    expect(code).toBe(1);
    expect(stdout).toMatch(/· robots refused {2}error robots_disallowed/);
    expect(stderr).toMatch(/^pagoda: Robots\.txt disallows .*\/private\n$/);
  });

  it("prints the body alone on the standard output with --body", async () => {
    const { stderr, stdout } = await fetchOf("/plain", "--body");
    expect(stdout).toBe("just this");
    expect(stderr).toMatch(/^200 /m);
  });

  it("writes the body to the file of --out", async () => {
    await using dir = await folder();
    const out = join(dir.path, "body");
    await fetchOf("/plain", "--out", out);
    expect(await readFile(out, "utf8")).toBe("just this");
  });

  it("takes the response from --cache the second time", async () => {
    await using dir = await folder();
    await using site = await serveSite([host]);
    expect((await fetchFrom(site, "/plain", "--cache", dir.path)).stdout).toMatch(/cache stored/);
    const { stdout } = await fetchFrom(site, "/plain", "--cache", dir.path);
    expect(stdout).toMatch(/· cache hit/);
    expect(stdout).toMatch(/^200 .*\(from the cache\)$/m);
    expect(site.log.filter(({ path }) => path === "/plain")).toHaveLength(1);
  });

  it("heeds --cache-mode, --reload and --offline", async () => {
    await using dir = await folder();
    await using site = await serveSite([host]);
    const fetchAgain = (path: string, ...options: readonly string[]): Promise<Ended> =>
      fetchFrom(site, path, "--cache", dir.path, ...options);
    const asked = (path: string): number => site.log.filter((entry) => entry.path === path).length;
    await fetchAgain("/kept");
    await fetchAgain("/kept", "--reload");
    expect(asked("/kept")).toBe(2);
    const confirmed = await fetchAgain("/kept", "--cache-mode", "http");
    expect(confirmed.stdout).toMatch(/^200 .*\(from the cache, confirmed by the server\)$/m);
    expect(asked("/kept")).toBe(3);
    expect(site.log.at(-1)?.headers).toMatchObject({ "if-none-match": '"k"' });
    const asks = site.log.length;
    const offline = await fetchAgain("/kept", "--offline", "--cache-mode", "http");
    expect(offline.stdout).toMatch(/^200 .*\(from the cache\)$/m);
    const missing = await fetchAgain("/plain", "--offline");
    expect(missing.stderr).toContain("Nothing is kept of");
    expect([missing.code, site.log.length]).toEqual([1, asks]);
  });

  it("sends --method, --header and --user-agent", async () => {
    await using site = await serveSite([host]);
    const options = ["--method", "head", "--header", "X-Tea: green", "--user-agent", "tea/1"];
    await fetchFrom(site, "/", ...options);
    const { headers, method } = site.log.at(-1) ?? {};
    expect({ method, ...headers }).toMatchObject({
      method: "HEAD",
      "x-tea": "green",
      "user-agent": "tea/1",
    });
  });

  it("sends --data as a POST of a form", async () => {
    await using site = await serveSite([host]);
    await fetchFrom(site, "/", "--data", "tea=green");
    const { headers, method } = site.log.at(-1) ?? {};
    expect({ method, ...headers }).toMatchObject({
      method: "POST",
      "content-length": "9",
      "content-type": "application/x-www-form-urlencoded",
    });
  });
});

const host: Host = {
  name: "tea.test",
  pages: [],
  routes: {
    "/robots.txt": { body: "User-agent: *\nDisallow: /private" },
    "/": page("Tea"),
    "/old": redirect("/busy"),
    "/busy": ({ before }) => (before === 0 ? { status: 503 } : page("Busy")),
    "/kept": ({ before }) => ({
      status: before < 2 ? 200 : 304,
      headers: { etag: '"k"', "cache-control": "no-cache" },
    }),
    "/plain": { headers: { "content-type": "text/plain" }, body: "just this" },
  },
};

async function fetchOf(path: string, ...options: readonly string[]): Promise<Ended> {
  await using site = await serveSite([host]);
  return await fetchFrom(site, path, ...options);
}

function fetchFrom(
  { port, url }: Site,
  path: string,
  ...options: readonly string[]
): Promise<Ended> {
  const resolve = `tea.test:${port}:127.0.0.1`;
  return pagoda(["fetch", url("tea.test", path), "--resolve", resolve, ...options]);
}
