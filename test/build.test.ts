import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";

const dist = resolve("dist");

describe("the built package", () => {
  it.each([
    ["cli/main.js", ["commander"]],
    ["service/index.js", []],
    ["http/index.js", []],
    ["html/index.js", ["entities/decode"]],
    ["layers/index.js", ["lru-cache"]],
    ["sqlite/index.js", []],
    ["testing/index.js", ["entities/decode"]],
    ["index.js", ["entities/decode", "lru-cache"]],
  ])("loads no other packages with %s than %j, until they are needed", (file, packages) => {
    expect([...packagesOf(resolve(dist, file))].toSorted()).toEqual(packages);
  });

  it("loads on a terminal alone what knows how wide letters are", () => {
    const [crawl, screen] = ["run-crawl", "live-screen"].map((name) =>
      packagesOf(resolve(dist, `chunks/${name}.js`)),
    );
    expect(crawl).not.toContain("string-width");
    expect(screen).toContain("string-width");
  });

  it("calls each class by the name that it is exported by", async () => {
    const exported = Object.entries<unknown>(await import(resolve(dist, "index.js")));
    const classes = exported.filter(([, it]) => /^class\b/.test(String(it)));
    const names = classes.map(([name, it]) => [name, typeof it === "function" && it.name]);
    expect(names.length).toBeGreaterThan(30);
    expect(names).toEqual(names.map(([name]) => [name, name]));
  });

  it("loads of undici no more than what makes connections", () => {
    const script = `
      const { ServiceBuilder, httpClient } = await import("./dist/index.js");
      const stack = ServiceBuilder.for().service(httpClient());
      await stack.call({ url: "http://127.0.0.1:9/" }).catch(() => {});
      const { createRequire } = await import("node:module");
      console.log(Object.keys(createRequire("/").cache).filter((file) => file.includes("undici")).join());`;
    const files = execFileSync(process.execPath, ["--input-type=module", "-e", script]);
    expect(String(files)).toContain("agent.js");
    expect(String(files)).not.toMatch(/fetch|websocket|mock|cache/);
  });

  it("loads OpenTelemetry once somebody has registered with it", () => {
    const script = `
      const { Module } = await import("node:module");
      const { httpStack } = await import("./dist/index.js");
      const http = httpStack({ robots: false, retry: false }).service();
      const call = () => http.call({ url: "http://127.0.0.1:9/" }).catch(() => {});
      await call();
      console.log(Object.keys(Module._cache).some((file) => file.includes("opentelemetry")));
      const { INVALID_SPAN_CONTEXT, trace } = await import("@opentelemetry/api");
      const startSpan = (name) => {
        console.log(name);
        return trace.wrapSpanContext(INVALID_SPAN_CONTEXT);
      };
      trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan }) });
      await call();`;
    const told = execFileSync(process.execPath, ["--input-type=module", "-e", script]);
    expect(String(told)).toBe("false\nfetch\nGET\n");
  });

  it("loads all of undici where its parts are elsewhere, and connects all the same", () => {
    const script = `
      const { Module } = await import("node:module");
      const load = Module._load;
      Module._load = (name, ...more) => {
        if (name.startsWith("undici/lib/")) throw new Error("Cannot find it");
        return load(name, ...more);
      };
      const { ServiceBuilder, httpClient } = await import("./dist/index.js");
      const stack = ServiceBuilder.for().service(httpClient());
      const { code } = await stack.call({ url: "http://127.0.0.1:9/" }).catch((error) => error);
      console.log(code, Object.keys(Module._cache).some((file) => file.includes("mock-agent")));`;
    const told = execFileSync(process.execPath, ["--input-type=module", "-e", script]);
    expect(String(told)).toBe("connect true\n");
  });

  it.each([
    ["testing/index.js", "VirtualClock"],
    ["http/index.js", "urlKey"],
    ["layers/index.js", "retry"],
  ])("lets a bundler leave out what nobody imports: of %s all but %s", async (file, name) => {
    const from = resolve(dist, file);
    const [one, all] = [
      await bundled(`export { ${name} } from "${from}"`),
      await bundled(`export * from "${from}"`),
    ];
    expect(one).toContain(name);
    expect(one.length).toBeLessThan(all.length / 8);
  });
});

/** The packages which a file imports as it begins, by way of others too. */
function packagesOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return new Set();
  seen.add(file);
  const imports = readFileSync(file, "utf8").matchAll(
    /^(?:import|export) (?:[^"';]+ from )?"([^"]+)";$/gm,
  );
  const packages = new Set<string>();
  for (const [, name = ""] of imports) {
    if (name.startsWith("."))
      packagesOf(resolve(file, "..", name), seen).forEach((each) => packages.add(each));
    else if (!name.startsWith("node:")) packages.add(name);
  }
  return packages;
}

async function bundled(code: string): Promise<string> {
  const entry = "entry";
  const bundle = await rolldown({
    input: entry,
    platform: "node",
    external: /^[^./]/,
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) => (id === entry ? code : null),
      },
    ],
  });
  const { output } = await bundle.generate({ codeSplitting: false, minify: true });
  await bundle.close();
  return output[0].code;
}
