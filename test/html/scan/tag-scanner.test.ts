import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { markupOf } from "../../../src/html/scan/markup.ts";
import { tagNames } from "../../../src/html/scan/tag-names.ts";
import { TagScanner } from "../../../src/html/scan/tag-scanner.ts";

describe("TagScanner", () => {
  it.each([
    ["<a><A><a/><a\n>", 4],
    ["<ab>< a><\na><1a></a><a", 0],
    ["<!-- <a> --><!--> <a> --><a>", 2],
    ["<!---><a><!-- --!><a><!--!><a>--><!----><a>", 3],
    ["<!doctype '><a>'><!x <a><?x <a></ <a></><a>", 2],
    ["<b title='<a>' y=\"<a>\" z=<a>><a>", 1],
    ["<b ='<a>'><b x =\n'<a>'><b '<a>'>", 0],
    ["</b title='<a>'><a>", 1],
  ])("finds in %j as many tags as there are: %i", (html, count) => {
    expect(read(html).filter((name) => name === "a")).toHaveLength(count);
  });

  it.each(["script", "style", "textarea", "title", "iframe", "noembed", "noframes", "xmp"])(
    "takes what stands in <%s> for text",
    (name) => {
      const html = `<${name}><a></${name}x></a><a></${name.toUpperCase()}/><a>`;
      expect(read(html)).toEqual([name, "a"]);
      expect(read(`<${name}><a>`)).toEqual([name]);
    },
  );

  it("takes all that follows <plaintext> for text", () => {
    expect(read("<plaintext></plaintext><a>")).toEqual(["plaintext"]);
  });

  it.each([
    ["<script><!-- </script><a>", ["script", "a"]],
    ["<script><!-- <script> </script> <a> --></script><a>", ["script", "a"]],
    ["<script><!-- <script> --> </script><a>", ["script", "a"]],
    ["<script><!--> <script> </script><a>", ["script", "a"]],
    ["<script><!-- <script> <a> </script> <a>", ["script"]],
  ])("knows scripts in comments in scripts: %j", (html, names) => {
    expect(read(html)).toEqual(names);
  });

  it.each([
    ["<svg><style><a></style></svg><style><a></style>", ["svg", "style", "a", "style"]],
    ["<svg><script/></svg><a>", ["svg", "script", "a"]],
    ["<svg><![CDATA[<a>]]></svg><![CDATA[<a>]]>", ["svg"]],
    ["<svg><title><a></title><style><a></svg>", ["svg", "title", "a", "style", "a"]],
    ["<svg><div><style><a></style>", ["svg", "div", "style"]],
    ["<math><mi><style><a></style></mi><style><a></math>", ["math", "mi", "style", "style", "a"]],
    ["<svg/><style><a></style>", ["svg", "style"]],
  ])("reads SVG and MathML by their own rules: %j", (html, names) => {
    expect(read(html)).toEqual(names);
  });

  it("tells whether a tag belongs to SVG", () => {
    const tags = new TagScanner(markupOf("<a><svg><a></svg><a>"), tagNames(["a"]));
    const foreign: boolean[] = [];
    while (tags.next() !== undefined) foreign.push(tags.foreign);
    expect(foreign).toEqual([false, true, true, false]);
  });

  it("gives the first attribute of a name, decoded, and empty if it has no value", () => {
    const tags = new TagScanner(
      markupOf("<a HREF=1 href=2 x=\"&amp;\\0\" y z=\n'>' /w=v/>"),
      tagNames(["a"]),
    );
    tags.next();
    const values = ["href", "x", "y", "z", "w", "none"].map((name) => tags.attributes.get(name));
    expect(values).toEqual(["1", "&\\0", "", ">", "v/", undefined]);
  });

  it("never fails, and reads no more tags than the page has marks", () =>
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...marks) }), (html) => {
        expect(read(html).length).toBeLessThan(html.split("<").length);
      }),
    ));
});

const marks = Array.from("<>/!-=\"' asvgtemplate");

function read(html: string): string[] {
  const tags = new TagScanner(markupOf(html), tagNames(["a"]));
  const names: string[] = [];
  for (let name = tags.next(); name !== undefined; name = tags.next()) names.push(name);
  return names;
}
