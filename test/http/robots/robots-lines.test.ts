import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { readDirectives, textOf } from "../../../src/http/robots/robots-lines.ts";

const file = "User-agent: *\nDisallow: /a\nAllow: /a/b\nCrawl-delay: 1\nSitemap: /s\n";

describe("readDirectives", () => {
  it.each([
    ["LF", file],
    ["CR", file.replaceAll("\n", "\r")],
    ["CRLF", file.replaceAll("\n", "\r\n")],
    ["a byte order mark", `\uFEFF${file}`],
    ["UTF-16", Buffer.from(`\uFEFF${file}`, "utf16le")],
    ["no end of the last line", file.trimEnd()],
    ["NUL bytes at its end", `${file}\0\0\0`],
    ["comments", file.replaceAll("\n", "#x\n# Disallow: /\n")],
    ["blanks", file.replaceAll("\n", " \t\n\n \t").replaceAll(":", " \t:\t ")],
    ["no blanks", file.replaceAll(" ", "")],
    ["no colons", file.replaceAll(":", "")],
    ["capitals", file.replaceAll(/[\w-]+:/g, (name) => name.toUpperCase())],
    ["misspelt names", file.replace("User-agent", "useragent").replace("Disallow", "Dissalow")],
    ["lines that make no sense", `:\nx\nfoo:\n${file}:/\nAllow me to explain\n\u{1F600}: /\n`],
    ["HTML around it", `<html><p class="a:b">\n${file}</p>Disallow: /a/b</html>`],
  ])("reads a file with %s", (_, body) => {
    expect(readDirectives(body)).toEqual([
      { name: "user-agent", value: "*" },
      { name: "disallow", value: "/a" },
      { name: "allow", value: "/a/b" },
      { name: "crawl-delay", value: "1" },
      { name: "sitemap", value: "/s" },
    ]);
  });

  it("finds nothing in a page of HTML", () => {
    const lines = ["<!doctype html><p>User-agent: *<br>Disallow: /</p>", "<a href='x:y'>Allow</a>"];
    expect(readDirectives(lines.join("\n"))).toEqual([]);
  });

  it("keeps an empty value, and a colon or blank within one", () => {
    expect(values("Disallow:\nAllow: /a:b c")).toEqual(["", "/a:b c"]);
  });

  it("keeps a character that ends in the byte of a no-break space whole", () => {
    expect(values("Disallow: /voilà ").map(textOf)).toEqual(["/voilà"]);
  });

  it("keeps bytes that are no UTF-8", () => {
    expect(values(Buffer.from("Disallow: /caf\xE9", "latin1"))).toEqual(["/caf\xE9"]);
  });

  it.each([
    ["a line cut short", `${filled("Allow: /b")}/c`, []],
    ["a line just ended", `${filled("Allow: /b")}\n#`, ["/b"]],
    ["no line after it", filled("Allow: /b"), ["/b"]],
    ["no end of line in it", `Allow:${" ".repeat(600 * 1024)}/b`, []],
    ["a character of two bytes in it", `${filled("Allow: /")}é\nAllow: /c`, []],
  ])("counts up to 500 KiB, with %s", (_, text, expected) => {
    expect(values(text)).toEqual(expected);
    expect(values(Buffer.from(text))).toEqual(expected);
  });

  it("counts the first 16 KiB of a line", () => {
    const [value = ""] = values(`Allow: /${"a".repeat(20_000)}\n`);
    expect("Allow: ".length + value.length).toBe(16 * 1024);
  });

  it("reads any bytes, and text as its bytes", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.string({ unit: "binary" }),
        (body, text) => {
          expect(readDirectives(body)).toBeInstanceOf(Array);
          const line = `Allow: ${text}`;
          expect(readDirectives(line)).toEqual(readDirectives(new TextEncoder().encode(line)));
        },
      ),
    );
  });
});

describe("textOf", () => {
  it("reads UTF-8, and marks what is none", () => {
    expect(textOf("/\u00C3\u00A9\u00E9")).toBe("/é\uFFFD");
  });
});

/** A file of 500 KiB that ends with `line`. */
function filled(line: string): string {
  return `#${"x".repeat(500 * 1024 - 2 - line.length)}\n${line}`;
}

function values(body: Uint8Array | string): readonly string[] {
  return readDirectives(body).map(({ value }) => value);
}
