import { linkResolver } from "../../../src/html/link-resolver.ts";
import { markupOf } from "../../../src/html/scan/markup.ts";
import { readLinks } from "../../../src/html/written-links.ts";
import { domainKey } from "../../../src/http/url/domain-key.ts";
import { urlKey } from "../../../src/http/url/url-key.ts";
import { pages, pageUrl } from "../pages.ts";
import { type Part, part } from "../part.ts";

const base = new URL(pageUrl);
const written = pages.flatMap((page) => readLinks(markupOf(page)).links);
const odd = [
  "?page=2",
  "#top",
  "a b",
  "/bücher?größe=1",
  "//cdn.site.test/x",
  "HTTP://Site.TEST:80/a/../b",
  "/%7eann/%c3%bc",
  "/a/%2e%2e/b",
  " ../x\n",
  "/x|y?z='1'",
];

const inputs = { ordinary: () => written, odd: () => odd };
const sizeOf = (): number => 1;

/** Makes a link absolute. */
export const resolution: Part = part<string>({
  name: "link made absolute",
  unit: "ns",
  inputs,
  sizeOf,
  ways: { "new URL(link, base)": (link) => new URL(link, base).href, pagoda: linkResolver(base) },
});

const absolute = {
  ordinary: () => written.map(toAbsolute),
  odd: () => odd.map(toAbsolute).concat("http://bücher.test/", "https://site.test:443/%41"),
};

/** Makes the key of a link, by which it is known again. */
export const key: Part = part<string>({
  name: "key of a link",
  unit: "ns",
  inputs: absolute,
  sizeOf,
  ways: { "new URL, then normalised": keyByParser, pagoda: (url) => urlKey(url) },
});

/** Tells the host of a link. */
export const host: Part = part<string>({
  name: "host of a link",
  unit: "ns",
  inputs: absolute,
  sizeOf,
  ways: { "new URL(link).hostname": (url) => new URL(url).hostname, pagoda: domainKey },
});

function toAbsolute(link: string): string {
  return Buffer.from(new URL(link, base).href).toString("latin1");
}

function keyByParser(link: string): string {
  const url = new URL(link);
  url.hash = "";
  return url.href.replaceAll(/%[\da-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
}
