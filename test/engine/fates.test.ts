import { describe, expect, it } from "vitest";

import { Fates } from "../../src/engine/fates.ts";
import type { Fate } from "../../src/engine/frontier/frontier.ts";

describe("Fates", () => {
  it("counts no fragment, which no server sees", () => {
    const fates = new Fates();
    fates.fetched("http://a.test/#top");
    fates.keptOut("http://a.test/no#x", "scope");
    const urls = ["http://a.test/", "http://a.test/#end", "http://a.test/no#y"];
    expect(urls.map((url) => fates.explain(url))).toEqual(["fetched", "fetched", "scope"]);
  });

  it("asks and tells a frontier of a page, whatever its fragment", () => {
    const kept = new Map<string, Fate>();
    const frontier = {
      leaveOut: (url: string, fate: Fate) => void kept.set(url, fate),
      fateOf: (url: string) => kept.get(url),
    };
    new Fates(frontier).keptOut("http://a.test/no#x", "scope");
    expect(new Fates(frontier).explain("http://a.test/no#y")).toBe("scope");
  });

  it("counts each reason, and knows the fate of each URL", () => {
    const fates = new Fates();
    fates.fetched("http://a.test/");
    fates.notFetched("http://a.test/gone", "failed");
    fates.keptOut("http://b.test/", "scope");
    fates.keptOut("http://c.test/", "scope");
    expect(fates.counts()).toEqual({ failed: 1, scope: 2 });
    const fate = (url: string): string | undefined => fates.explain(url);
    expect(fate("http://a.test/")).toBe("fetched");
    expect(fate("http://a.test/gone")).toBe("failed");
    expect(fate("http://b.test/")).toBe("scope");
    expect(fate("http://d.test/")).toBeUndefined();
  });

  it("tells the frontier once why a URL was not let in, and asks it of what it does not know itself", () => {
    const told: unknown[] = [];
    const fates = new Fates({
      leaveOut: (...fate) => void told.push(fate),
      fateOf: (url) => (url === "http://old.test/" ? { fate: "failed" } : undefined),
    });
    for (let n = 0; n < 2; n++) fates.keptOut("http://b.test/", "filtered", "dull");
    fates.keptOut("http://c.test/", "scope");
    fates.keptOut("http://d.test/", "duplicate");
    expect(told).toEqual([
      ["http://b.test/", { fate: "filtered", why: "dull" }],
      ["http://c.test/", { fate: "scope" }],
    ]);
    expect(fates.explain("http://old.test/")).toBe("failed");
    expect(fates.explain("http://new.test/")).toBeUndefined();
  });

  it("does not let a later link hide what became of a URL", () => {
    const fates = new Fates();
    fates.fetched("http://a.test/");
    fates.notFetched("http://a.test/gone", "failed");
    for (const url of ["http://a.test/", "http://a.test/gone"]) {
      fates.keptOut(url, "depth");
      fates.keptOut(url, "duplicate");
    }
    expect(fates.explain("http://a.test/")).toBe("fetched");
    expect(fates.explain("http://a.test/gone")).toBe("failed");
    expect(fates.counts()).toEqual({ failed: 1, depth: 2, duplicate: 2 });
  });

  it("learns that a URL was let in after all", () => {
    const fates = new Fates();
    fates.keptOut("http://a.test/", "depth");
    fates.fetched("http://a.test/");
    expect(fates.explain("http://a.test/")).toBe("fetched");
  });

  it("remembers the latest 100,000, and not many more", () => {
    const fates = new Fates();
    for (let n = 0; n < 350_000; n++) fates.notFetched(String(n), "scope");
    const known = Array.from({ length: 350_000 }, (_, n) => fates.explain(String(n)));
    expect(known.slice(250_000)).not.toContain(undefined);
    expect(known.filter((fate) => fate !== undefined).length).toBeLessThanOrEqual(200_000);
  });
});
