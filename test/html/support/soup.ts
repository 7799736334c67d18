import fc from "fast-check";

const text = ["x", " ", "\n", "<", ">", "/", "=", "'", '"', "&", "&amp;", "-", "--", "\0", "é"];
const comments = [
  "<!--",
  "-->",
  "--!>",
  "<!-->",
  "<!--->",
  "<!doctype html>",
  "<?",
  "<!",
  "</ ",
  "]]>",
];
const rawText = [
  "script",
  "style",
  "textarea",
  "title",
  "iframe",
  "noembed",
  "noframes",
  "xmp",
].flatMap((name) => [`<${name}>`, `</${name}>`, `</${name.toUpperCase()} x>`, `<${name} y="`]);
const flow = ["div", "p", "b", "ul", "li", "span", "noscript", "h1", "br"].flatMap((name) => [
  `<${name}>`,
  `</${name}>`,
  `<${name} title=">`,
]);
const links = ["<a href=", "<A hREF =\n", "<a>", "<area href='", "<a title='>' href=", "<a/href="];
const values = [
  '"/1"',
  "'/2?a=b&amp;c'",
  "/3>",
  '"4',
  "5'",
  '"6"/>',
  "7 href=8>",
  '"9"href=10>',
  "=11>",
];

const documents = ["html", "head", "body", "noscript", "form", "button", "nobr", "center"]
  .flatMap((name) => [`<${name}>`, `</${name}>`])
  .concat("<base>", "<base href=/b/>", "<BASE HREF='c'>", "<hr>", "<image>", "<plaintext>");
const refreshes = [
  '<meta http-equiv=refresh content="0;url=/m">',
  "<META HTTP-EQUIV='Refresh' CONTENT=5>",
];
const tables = ["table", "caption", "tbody", "tr", "td"]
  .flatMap((name) => [`<${name}>`, `</${name}>`])
  .concat("<input type=hidden>");
const templates = ["<template>", "</template>", "<template/>", "<TEMPLATE shadowrootmode=open>"];

/** Pages of everything that may be wrong with one. */
export const soup: fc.Arbitrary<string> = soupOf([...comments, ...rawText, ...flow, "</a>"]);

/** Pages of what changes how the rest of a page is read. */
export const structuralSoup: fc.Arbitrary<string> = soupOf(
  [["</a>"], comments, rawText, flow, documents, refreshes, tables, templates, templates].flat(),
);

/** Pictures and formulas in pages and in each other, which may be cut. */
export const pictures: fc.Arbitrary<string> = fc
  .letrec<Record<"svg" | "math" | "html", string>>((tie) => ({
    svg: mixOf(
      [
        "<path/>",
        "<a href=/s1 />",
        "<style><a href=/s2></a></style>",
        "<script/>",
        "<![CDATA[<a href=/no>]]>",
      ],
      [
        ["<g>", tie("svg")],
        ["<svg>", tie("svg")],
        ["<SVG viewBox=0>", tie("svg")],
        ["<a xlink:href=/s3>", tie("svg")],
      ],
      [
        ["<desc>", tie("html")],
        ["<title>", tie("html")],
        ["<foreignObject>", tie("html")],
      ],
    ),
    math: mixOf(
      ["<mglyph/>", "<title><a href=/m1></a></title>", "<![CDATA[</math><a href=/no>]]>", "<font>"],
      [
        ["<mrow>", tie("math")],
        ["<mi>", tie("html")],
        ["<mtext>", tie("html")],
      ],
      [
        ["<annotation-xml encoding=Text/HTML>", tie("html")],
        ["<annotation-xml>", tie("math")],
      ],
    ),
    html: mixOf(
      [
        "<a href=/h1>x</a>",
        "<style><a href=/no></style>",
        "<textarea></svg><a href=/no></textarea>",
        "<!-- </svg> -->",
      ],
      [
        ["<p>", tie("html")],
        ["<div>", tie("html")],
        ["<template>", tie("html")],
      ],
      [
        ["<svg>", tie("svg")],
        ["<math>", tie("math")],
        ["<section>", tie("html")],
      ],
    ),
  }))
  .html.chain((page) => fc.constantFrom(page, page.slice(0, page.length * 0.7)));

type Nested = readonly [start: string, content: fc.Arbitrary<string>];

/** Some of these elements, one after another, those that have content with their end tag. */
function mixOf(
  leaves: readonly string[],
  ...nests: readonly (readonly Nested[])[]
): fc.Arbitrary<string> {
  const elements = nests.flat().map(([start, content]) => {
    const [, name = ""] = /^<([^ >]+)/.exec(start) ?? [];
    return content.map((inner) => `${start}${inner}</${name}>`);
  });
  const part = fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(...leaves, "x", "&amp;"),
    ...elements,
  );
  return fc.array(part, { maxLength: 5 }).map((parts) => parts.join(""));
}

function soupOf(parts: readonly string[]): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...text, ...parts, ...links, ...links, ...values), {
      maxLength: 40,
      size: "max",
    })
    .map((parts) => parts.join(""));
}
