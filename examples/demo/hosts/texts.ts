import { brotliCompressSync, gzipSync } from "node:zlib";

import { type Answer, type Host, html, page } from "../host.ts";

/** The titles that a crawl must read, each written in another way. */
export const titles: Readonly<Record<string, string>> = {
  "/windows-1252": "Déjà vu – 5 €",
  "/shift_jis": "日本",
  "/utf-16": "Ὀδύσσεια",
  "/gzip": "Zipped",
  "/br": "Pressed",
};

/** A host of odd encodings. */
export const texts: Host = {
  name: "texts.pagoda.test",
  routes: {
    "/": page("Texts", Object.keys(titles)),
    "/windows-1252": written(
      bytes(html("D\u00e9j\u00e0 vu \u0096 5 \u0080")),
      "; charset=iso-8859-1",
    ),
    "/shift_jis": written(
      bytes(html("\u0093\u00fa\u0096\u007b", [], '<meta charset="shift_jis">')),
    ),
    "/utf-16": written(Buffer.from(`\ufeff${html("Ὀδύσσεια")}`, "utf16le")),
    "/gzip": coded("gzip", gzipSync(html("Zipped", ["/landing"]))),
    "/br": coded("br", brotliCompressSync(html("Pressed"))),
    "/landing": page("Landed"),
  },
  pages: ["/", ...Object.keys(titles), "/landing"],
};

function written(body: Uint8Array, parameters = ""): Answer {
  return { headers: { "content-type": `text/html${parameters}` }, body };
}

function coded(coding: string, body: Uint8Array): Answer {
  return { headers: { "content-type": "text/html", "content-encoding": coding }, body };
}

/** Each character as the byte of its number. */
function bytes(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}
