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
const links = [
  "<a href=",
  "<A hREF =\n",
  "</a>",
  "<a>",
  "<area href='",
  "<a title='>' href=",
  "<a/href=",
];
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

/** Pages of everything that may be wrong with one. */
export const soup: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom(...text, ...comments, ...rawText, ...flow, ...links, ...links, ...values),
    {
      maxLength: 40,
      size: "max",
    },
  )
  .map((parts) => parts.join(""));
