import type { Setting } from "./setting.ts";

/** What the flag does not tell apart. */
const ofOptions: ReadonlyMap<string, string> = new Map([
  ["state", "crawl.db"],
  ["metrics-json", "stats.json"],
  ["sitemap", "https://example.com/sitemap.xml"],
  ["otlp", "http://localhost:4318"],
  ["log-level", "info"],
  ["data", "name=value"],
]);

const ofKinds: ReadonlyMap<string, string> = new Map([
  ["count", "100"],
  ["number", "42"],
  ["time", "10m"],
  ["size", "500MB"],
  ["share", "80%"],
  ["file", "pages.jsonl"],
  ["dir", "cache"],
  ["pattern", "*/blog/*"],
  ["text", "shop-bot/1.0"],
  ["line", "Accept-Language: de"],
  ["host:port:address", "example.com:443:127.0.0.1"],
  ["url", "http://proxy.example:3128"],
  ["name", "POST"],
]);

/** A text that an option can be given, by its name, or by what its flag says of it. */
export function exampleOf({ key, option }: Setting): string {
  const [, what = ""] = /[<[](.*)[>\]]/.exec(option.flags) ?? [];
  const example = ofOptions.get(key) ?? option.argChoices?.[0] ?? ofKinds.get(what);
  if (example !== undefined) return example;
  throw new Error(`There is no example of <${what}>`);
}
