import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { encodingForLabel } from "../../../src/http/charset/charset-label.ts";
import { metaCharset } from "../../../src/http/charset/meta-charset.ts";
import { prescanLabels } from "./prescan-model.ts";

const CONTENT_TYPE = "http-equiv=content-type";

describe("metaCharset", () => {
  it.each([
    ['<meta charset="koi8-r">', "koi8-r"],
    ["<META CHARSET='KOI8-R'>", "koi8-r"],
    ["<meta\n\tcharset\n=\n koi8-r >", "koi8-r"],
    ["<meta/charset=koi8-r>", "koi8-r"],
    ["<meta charset=koi8-r/>", undefined], // the slash is part of an unquoted value
    ["<meta name=x charset='\tkoi8-r '>", "koi8-r"],
    ["<p>Hello</p><div class='a'><meta charset=koi8-r>", "koi8-r"],
  ])("reads the charset of %s as %s", (page, encoding) => {
    expect(scan(page)).toBe(encoding);
  });

  it.each([
    [`<meta ${CONTENT_TYPE} content="text/html; charset=koi8-r">`, "koi8-r"],
    [`<meta content="text/html;charset = 'koi8-r' ; x" HTTP-EQUIV=Content-Type>`, "koi8-r"],
    [`<meta ${CONTENT_TYPE} content='charsets; charset="koi8-r"'>`, "koi8-r"],
    [`<meta ${CONTENT_TYPE} content=text/html; charset=koi8-r>`, "koi8-r"],
    [`<meta ${CONTENT_TYPE} content="charset='koi8-r">`, undefined],
    [`<meta content="text/html; charset=koi8-r">`, undefined],
    [`<meta http-equiv="content-type " content="charset=koi8-r">`, undefined],
    [`<meta http-equiv=refresh content="0; charset=koi8-r">`, undefined],
  ])("reads the pragma of %s as %s", (page, encoding) => {
    expect(scan(page)).toBe(encoding);
  });

  it("prefers the charset of a meta to its content, unless it is no label", () => {
    const pragma = `${CONTENT_TYPE} content="charset=gbk"`;
    expect(scan(`<meta ${pragma} charset=koi8-r>`)).toBe("koi8-r");
    expect(scan(`<meta ${pragma} charset=none>`)).toBe("gbk");
  });

  it("takes the first meta with a known label", () => {
    const none = "<meta name=viewport><meta charset=none>";
    expect(scan(`${none}<meta charset=koi8-r><meta charset=gbk>`)).toBe("koi8-r");
  });

  it("takes the first of equal attributes", () => {
    expect(scan("<meta charset=koi8-r charset=gbk>")).toBe("koi8-r");
  });

  it.each([
    "<!-- <meta charset=gbk> -->",
    "<!-->",
    "<!--->",
    "<!doctype html>",
    "<?php <meta charset=gbk ?>",
    "</ <meta charset=gbk>",
    '<p title="<meta charset=gbk>">',
    "</p title='<meta charset=gbk>'>",
    "<metadata charset=gbk>",
    "</meta charset=gbk>",
    "< meta charset=gbk>",
  ])("looks past %s", (markup) => {
    expect(scan(`${markup}<meta charset=koi8-r>`)).toBe("koi8-r");
    expect(scan(markup)).toBeUndefined();
  });

  it.each([
    "<meta charset=koi8-r",
    "<meta charset=koi8-r ",
    "<meta charset='koi8-r'",
    "<meta charset='koi8-r>",
    "<p title='<meta charset=koi8-r>",
    "<!-- <meta charset=koi8-r>",
  ])("finds nothing in %s, which is cut short", (page) => {
    expect(scan(page)).toBeUndefined();
  });

  it.each([
    ["utf-16", "utf-8"],
    ["utf-16be", "utf-8"],
    ["unicode", "utf-8"],
    ["x-user-defined", "windows-1252"],
  ])("takes %s for %s", (label, encoding) => {
    expect(scan(`<meta charset=${label}>`)).toBe(encoding);
  });

  it("does what the standard says step by step, on any soup of markup", () => {
    fc.assert(
      fc.property(soup, (page) => {
        const labels = prescanLabels(page).map((label) => encodingForLabel(label ?? ""));
        expect(scan(page)).toBe(labels.find((encoding) => encoding !== undefined));
      }),
      { numRuns: 2_000 },
    );
  });

  it("never throws, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(() => metaCharset(bytes)).not.toThrow();
      }),
    );
  });

  it.each(["<", "<p ", "<p a=", "<!--", "<p a='", "<meta charset=", "charset ", "\n"])(
    "reads a megabyte of %s",
    (piece) => {
      const page = piece.repeat(1_000_000 / piece.length);
      expect(scan(page)).toBeUndefined();
      expect(scan(`<meta ${CONTENT_TYPE} content="${page.replaceAll('"', "")}">`)).toBeUndefined();
    },
  );
});

function scan(page: string): string | undefined {
  return metaCharset(Buffer.from(page, "latin1"));
}

const PIECES = [
  "<meta ",
  "<META/",
  "charset=",
  "Charset =",
  "content=",
  CONTENT_TYPE,
  "<!--",
  "-->",
  "<p ",
  "</p>",
  "koi8-r",
  "'gbk'",
  '"big5"',
  "none",
  "'text/html; charset=koi8-r'",
  "/>",
  '"x">',
];
const soup = fc
  .array(fc.constantFrom(...PIECES, ..."<>/='\" \n!?-;aé".split("")), { maxLength: 20 })
  .map((pieces) => pieces.join(""));
