import fc from "fast-check";

const schemes = "http:// http:// https:// https:// HTTP:// http:/ https:\\\\".split(" ");
const hosts = [
  ..."shop.test shop.test www.shop-2.test localhost www.Shop.test shop.test. bücher.test ann:pw@shop.test".split(
    " ",
  ),
  ..."xn--bcher-kva.test xn--.test shop.xn--a 127.0.0.1 1.2.256.3 1.2.3 0x7f.1 1.0x [::1] a..b".split(
    " ",
  ),
];
const ports = [
  "",
  "",
  "",
  "",
  ..." :80 :443 :8080 :59999 :65535 :65536 :70000 :080 :x :".split(" "),
];
const pieces = [
  ...Array.from("aZ09.:/?#@%&=+-_~ \\'\"<>|^`{}[]*;,!$()é\t"),
  ..."%7E %7e %41 %31 %2E %2f %2F %25 %c3 %C3 %2e %4 %zz // /. /./ /../ && &b=2 &a=1 &a[]=".split(
    " ",
  ),
];

/** Strings that are, or nearly are, http URLs of all the kinds that web pages link to. */
export function urlLike(): fc.Arbitrary<string> {
  const text = fc.string({
    unit: fc.oneof(fc.constant("a"), fc.constantFrom(...pieces)),
    maxLength: 4,
    size: "max",
  });
  return fc
    .tuple(
      fc.constantFrom(...schemes),
      fc.constantFrom(...hosts),
      fc.constantFrom(...ports),
      fc.constantFrom("/", "/", "/", ""),
      text,
      fc.constantFrom("?", "?", ""),
      text,
    )
    .map((parts) => parts.join(""));
}

/** Those of them that the WHATWG parser takes. */
export function validUrl(): fc.Arbitrary<string> {
  return urlLike().filter((url) => URL.canParse(url));
}
