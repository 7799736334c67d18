import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { PageParts } from "../../../src/http/waf/page-parts.ts";
import { cpuMs } from "../../support/cpu-ms.ts";

describe("PageParts", () => {
  it.each([
    ["<title>a shop</title>", "a shop"],
    ["<html><head><title lang=en>\n a  shop\n</title>", "a shop"],
    ["<title>one</title><title>two</title>", "one"],
    ["<title>&#97;&nbsp;b", "a b"],
    ["<titlebar>bar</titlebar>", ""],
    ["<title>&nbsp;</title>", ""],
    ["no page", ""],
  ])("takes for the title of %j: %j", (page, title) => {
    expect(new PageParts(page).title).toBe(title);
  });

  it("keeps what people read from what machines do", () => {
    const page = new PageParts(
      '<!-- nobody --><p class="a">one<br>two</p><script>run(1 < 2)</script><style>p {}</style>3 < 4',
    );
    expect(page.text).toBe("one two 3 < 4");
    expect(page.code).toContain('class="a"');
    expect(page.code).toContain("run(1 < 2)");
    expect(page.code).not.toMatch(/nobody|one|two|p \{/);
  });

  it("has no text in its code and no code in its text", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.stringMatching(/^[a-m]+$/), fc.stringMatching(/^[n-z]+$/))),
        (parts) => {
          const page = new PageParts(parts.map(([tag, words]) => `<${tag}>${words}`).join(""));
          expect(page.text).toBe(parts.map(([, words]) => words).join(" "));
          expect(page.code).toBe(parts.map(([tag]) => `<${tag}>`).join("\n"));
        },
      ),
    );
  });

  it("takes JSON for code", () => {
    const json = ' {"a": "<p>b</p>"}';
    expect(new PageParts(json)).toMatchObject({ code: json, text: "", title: "" });
  });

  it.each(["<!--", "<script", "<style", "<title", "<title ", "<a", "<", "&#1", "<p>", " "])(
    "takes a page of %j in a time that grows with its length, not the square of it",
    (part) => {
      const short = cpuMs(() => takenApart(part.repeat(20_000)));
      const long = cpuMs(() => takenApart(part.repeat(320_000)));
      expect(long).toBeLessThan(16 * 8 * Math.max(short, 5));
    },
  );
});

function takenApart(page: string): void {
  const parts = new PageParts(page);
  expect(parts.code.length + parts.text.length).toBeLessThanOrEqual(2 * page.length);
}
