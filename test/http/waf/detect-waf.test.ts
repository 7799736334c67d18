import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { HttpResponse, type HttpResponseInit } from "../../../src/http/message.ts";
import { detectWaf, type WafDetection } from "../../../src/http/waf/detect-waf.ts";
import { cdnBlockPages } from "./cdn-block-pages.ts";
import { headersOfCustomers, healthyPages } from "./healthy-pages.ts";
import { lookAlikePages } from "./look-alike-pages.ts";
import { lookAlikeRefusals } from "./look-alike-refusals.ts";
import { quotingRefusals } from "./quoting-refusals.ts";
import { shieldBlockPages } from "./shield-block-pages.ts";
import { wholeCdnBlockPages } from "./whole-cdn-block-pages.ts";
import { wholeShieldBlockPages } from "./whole-shield-block-pages.ts";

const blockPages = [
  ...cdnBlockPages,
  ...shieldBlockPages,
  ...wholeCdnBlockPages,
  ...wholeShieldBlockPages,
];
const bodies = blockPages.map(([, , { body }]) => String(body));
const customers = Object.values(headersOfCustomers);

describe("detectWaf", () => {
  it.each(blockPages)("knows %s of %s", (_, vendor, response) => {
    const detection = detect(response);
    expect(detection).toMatchObject({ vendor });
    expect(detection?.signals).not.toContain("");
  });

  it.each([...healthyPages, ...lookAlikePages, ...lookAlikeRefusals, ...quotingRefusals])(
    "finds nothing in %s",
    (_, response) => {
      expect(detect(response)).toBeUndefined();
    },
  );

  it("tells by what it knew", () => {
    const body =
      "<title>Human verification</title><script src='//a.captcha.awswaf.com/a.js'></script>";
    expect(detect({ status: 405, body })).toEqual({
      vendor: "aws-waf",
      signals: ['title "human verification"', 'code "awswaf"'],
    });
  });

  it("finds nothing in articles that quote block pages, as text or as code, whoever delivers them", () => {
    const quote = fc.constantFrom(...bodies).map((page) => `<pre>${escaped(page)}</pre>`);
    const embed = fc.constantFrom(...bodies).map((page) => `<div>${page}</div>`);
    const parts = fc.array(fc.oneof(quote, embed, fc.lorem()), { maxLength: 6 });
    fc.assert(
      fc.property(
        parts,
        fc.lorem(),
        status(200, 399),
        fc.constantFrom(...customers),
        (parts, name, status, headers) => {
          const body = `<html><head><title>${name}</title></head><body>${parts.join("\n")}</body></html>`;
          expect(detect({ status, headers, body })).toBeUndefined();
        },
      ),
    );
  });

  it("finds nothing in refusals of a site that quote the code of challenges", () => {
    const codes = [
      "_cf_chl_opt",
      "jschl_vc",
      "var dd={",
      "captcha-delivery.com",
      'id="px-captcha"',
    ];
    const words = fc.array(fc.constantFrom(...codes), { minLength: 1 });
    fc.assert(
      fc.property(
        words,
        status(400, 599),
        fc.constantFrom(...customers),
        (words, status, headers) => {
          const body = `<title>Sorry</title><p>${words.join(" ")}</p><!-- <b ${words.join(" ")}> -->`;
          expect(detect({ status, headers, body })).toBeUndefined();
        },
      ),
    );
  });

  it("finds nothing in refusals of a site that quote what block pages say, whoever delivers them", () => {
    const quote = fc.constantFrom(...bodies).map((page) => page.replaceAll(/<[^>]*>/g, " "));
    fc.assert(
      fc.property(
        quote,
        fc.lorem(),
        status(400, 599),
        fc.constantFrom(...customers),
        (quote, name, status, headers) => {
          const body = `<title>${name}</title><p>They say: ${quote}</p><p>Ask them.</p>`;
          expect(detect({ status, headers, body })).toBeUndefined();
        },
      ),
      { numRuns: 500 },
    );
  });

  it("needs more than any one header, status or word that healthy responses have, too", () => {
    fc.assert(
      fc.property(status(200, 599), fc.constantFrom(...customers), (status, headers) => {
        expect(detect({ status, headers })).toBeUndefined();
      }),
    );
  });

  it("reads names and values of headers, and code, in any case", () => {
    fc.assert(
      fc.property(fc.constantFrom(...blockPages), ([, vendor, { headers = {}, ...response }]) => {
        const shouted = Object.fromEntries(
          Object.entries(headers).map(([name, value]) =>
            name === "set-cookie"
              ? [name, value]
              : [name.toUpperCase(), String(value).toUpperCase()],
          ),
        );
        const body = String(response.body ?? "").toUpperCase();
        expect(detect({ ...response, headers: shouted, body })).toMatchObject({ vendor });
      }),
    );
  });

  it("knows a challenge by its headers where the body was not read", () => {
    const headers = { "cf-mitigated": "challenge", "content-type": "text/html" };
    expect(detect({ status: 403, headers, truncated: true })).toMatchObject({
      vendor: "cloudflare",
    });
  });

  it("looks at the first 64 KiB of a refusal", () => {
    const mark = '<div id="px-captcha"></div>';
    const refusal = (before: number): WafDetection | undefined =>
      detect({ status: 403, body: " ".repeat(before) + mark });
    expect(refusal(65_536 - mark.length)).toMatchObject({ vendor: "perimeterx" });
    expect(refusal(65_536)).toBeUndefined();
  });

  it("looks below 400 at no page that is longer", () => {
    const page = "<script>window._cf_chl_opt = {}</script>";
    const padded = (length: number): WafDetection | undefined =>
      detect({ status: 200, body: page.padEnd(length) });
    expect(padded(65_536)).toMatchObject({ vendor: "cloudflare" });
    expect(padded(65_537)).toBeUndefined();
  });

  it("looks below 400 at HTML only, from there on at any text", () => {
    const body =
      "<title>Request Rejected</title>The requested URL was rejected. Please consult with your administrator. Your support ID is: 1";
    const typed = (status: number, type: string): boolean =>
      detect({ status, body, headers: { "content-type": type } }) !== undefined;
    const types = [
      "text/html",
      "application/xhtml+xml",
      "text/plain",
      "application/json",
      "image/png",
    ];
    expect(types.map((type) => typed(200, type))).toEqual([true, true, false, false, false]);
    expect(types.map((type) => typed(403, type))).toEqual([true, true, true, true, false]);
  });
});

function detect(response: Omit<HttpResponseInit, "url">): WafDetection | undefined {
  return detectWaf(new HttpResponse({ url: "https://shop.test/", ...response }));
}

function status(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min, max });
}

function escaped(page: string): string {
  return page.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
