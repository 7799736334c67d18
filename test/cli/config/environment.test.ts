import { describe, expect, it } from "vitest";

import { environmentValues } from "../../../src/cli/config/environment.ts";

describe("environmentValues", () => {
  it.each<[name: string, text: string, message: string]>([
    ["PAGODA_DEPTH", "deep", 'Expected PAGODA_DEPTH to be a whole number >= 0: got "deep"'],
    [
      "PAGODA_DELAY",
      "soon",
      'Expected PAGODA_DELAY to be a duration such as 200ms, 5s, 2m or 1h: got "soon"',
    ],
    [
      "PAGODA_SCOPE",
      "world",
      'Expected PAGODA_SCOPE to be one of same-host, same-origin, same-domain, all: got "world"',
    ],
    [
      "PAGODA_CACHE",
      "false",
      'Expected PAGODA_CACHE to be a path: got "false" (to do without: leave it empty, or PAGODA_NO_CACHE=true',
    ],
    ["PAGODA_METRICS_JSON", "off", "a path of that name is ./off)"],
    ["PAGODA_ROBOTS", "maybe", 'Expected PAGODA_ROBOTS to be true or false: got "maybe"'],
    ["PAGODA_DETPH", "3", "There is no variable PAGODA_DETPH (did you mean PAGODA_DEPTH?)"],
    [
      "PAGODA_MAXPAGES",
      "3",
      "There is no variable PAGODA_MAXPAGES (did you mean PAGODA_MAX_PAGES?)",
    ],
  ])("names %s where it is %s", (name, text, message) => {
    expect(() => environmentValues("crawl", { [name]: text })).toThrow(message);
  });

  it.each([
    ["PAGODA_HEADER", "Authorization hush"],
    ["PAGODA_PROXY", "http://me:hush@"],
    ["PAGODA_SITEMAP", "ftp://me:hush@shop.test/"],
  ])("shows no secret of %s", (name, text) => {
    expect(() => environmentValues("crawl", { [name]: text })).toThrow(name);
    expect(() => environmentValues("crawl", { [name]: text })).not.toThrow("hush");
  });

  it("takes the entries of a list line by line", () => {
    const [given] = environmentValues("crawl", { PAGODA_HEADER: "A: 1, 2\n\nB: 3\n" });
    expect(given?.value).toEqual([
      ["A", "1, 2"],
      ["B", "3"],
    ]);
  });

  it.each(["true", "1", "YES", "on"])("takes %s for true", (text) => {
    expect(environmentValues("crawl", { PAGODA_QUIET: text })[0]?.value).toBe(true);
  });

  it.each(["false", "0", "No", "off"])("takes %s for false", (text) => {
    expect(environmentValues("crawl", { PAGODA_QUIET: text })[0]?.value).toBe(false);
  });

  it("names all variables that are of no option, and asks only where one is near", () => {
    const environment = { PAGODA_HOME: "/", PAGODA_DETPH: "3", PAGODA_MAX_DEPTH: "", PATH: "/" };
    expect(() => environmentValues("fetch", environment)).toThrow(
      "There is no variable PAGODA_HOME, PAGODA_DETPH (did you mean PAGODA_DEPTH?), PAGODA_MAX_DEPTH",
    );
  });

  it("leaves alone what is told of services whose names begin with pagoda, and what is not ours", () => {
    const names = ["SERVICE_HOST", "SERVICE_PORT", "SERVICE_PORT_HTTP", "PORT", "PORT_80_TCP_ADDR"];
    const all = names.flatMap((name) => [`PAGODA_${name}`, `PAGODA_WEB_${name}`]);
    const environment = Object.fromEntries(all.map((name) => [name, "80"]));
    expect(environmentValues("crawl", { ...environment, PATH: "/" })).toEqual([]);
  });
});
