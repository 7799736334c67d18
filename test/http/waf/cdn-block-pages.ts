import type { BlockPage } from "./block-page.ts";

const html = { "content-type": "text/html; charset=UTF-8" };
const json = { "content-type": "application/json" };
const cloudflare = { ...html, server: "cloudflare", "cf-ray": "8c1f00aa11bb22cc-FRA" };
const akamai = { ...html, server: "AkamaiGHost", "mime-version": "1.0" };
const cloudfront = { ...html, server: "CloudFront", "x-cache": "Error from cloudfront" };

/** How the firewalls of networks that deliver pages answer. */
export const cdnBlockPages: readonly BlockPage[] = [
  [
    "a challenge that its header tells of",
    "cloudflare",
    { status: 403, headers: { ...cloudflare, "cf-mitigated": "challenge" }, body: "" },
  ],
  [
    "the same with a status of 200",
    "cloudflare",
    { status: 200, headers: { ...cloudflare, "cf-mitigated": "challenge" }, body: "" },
  ],
  [
    "a challenge of today whose header was lost",
    "cloudflare",
    {
      status: 403,
      headers: html,
      body: '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><noscript>Enable JavaScript and cookies to continue</noscript><script>(function(){window._cf_chl_opt = {cvId: "3", cType: "managed"};})();</script></body></html>',
    },
  ],
  [
    "that with a status of 200",
    "cloudflare",
    {
      status: 200,
      headers: cloudflare,
      body: "<html><head><title>Just a moment...</title></head><body><script>window._cf_chl_opt={}</script></body></html>",
    },
  ],
  [
    "a challenge of former years",
    "cloudflare",
    {
      status: 503,
      headers: cloudflare,
      body: '<html><head><title>Just a moment...</title></head><body><div class="cf-browser-verification"></div><form id="challenge-form" action="/cdn-cgi/l/chk_jschl"><input type="hidden" name="jschl_vc" value="1"></form></body></html>',
    },
  ],
  [
    "its form alone, with a status of 200",
    "cloudflare",
    {
      status: 200,
      headers: cloudflare,
      body: '<form action="/cdn-cgi/l/chk_jschl"><input name="jschl_answer"></form>',
    },
  ],
  [
    "its words alone",
    "cloudflare",
    {
      status: 503,
      headers: cloudflare,
      body: "<title>Just a moment...</title><h1>Checking your browser before accessing shop.test.</h1>",
    },
  ],
  [
    "a block",
    "cloudflare",
    {
      status: 403,
      headers: cloudflare,
      body: '<html><head><title>Attention Required! | Cloudflare</title></head><body><div id="cf-error-details"><h1>Sorry, you have been blocked</h1></div></body></html>',
    },
  ],
  [
    "a block whose title is the site's choice",
    "cloudflare",
    {
      status: 403,
      headers: cloudflare,
      body: '<title>Shop</title><div id="cf-error-details"><h1>Sorry, you have been blocked</h1></div>',
    },
  ],
  [
    "a rule that denies access, error 1020",
    "cloudflare",
    {
      status: 403,
      headers: cloudflare,
      body: "<title>Access denied | shop.test used Cloudflare to restrict access</title><h1>Error 1020</h1>",
    },
  ],
  [
    "the same as plain text",
    "cloudflare",
    {
      status: 403,
      headers: { ...cloudflare, "content-type": "text/plain" },
      body: "error code: 1020\n",
    },
  ],
  [
    "a block, references written as numbers",
    "akamai",
    {
      status: 403,
      headers: akamai,
      body: '<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>\n<H1>Access Denied</H1>\nYou don\'t have permission to access "http&#58;&#47;&#47;shop&#46;test&#47;" on this server.<P>\nReference&#32;&#35;18&#46;2d35&#46;1557&#46;a4e1\n</BODY></HTML>',
    },
  ],
  [
    "a block whose server is not told",
    "akamai",
    {
      status: 403,
      headers: html,
      body: "<TITLE>Access Denied</TITLE><H1>Access Denied</H1>Reference #18.2d351ab8.1557333295.a4e16ab",
    },
  ],
  [
    "a block that leads to its page of errors",
    "akamai",
    {
      status: 403,
      headers: html,
      body: "<H1>Access Denied</H1><P>https&#58;&#47;&#47;errors&#46;edgesuite&#46;net&#47;18.2d",
    },
  ],
  [
    "a proof of work in a page of status 200",
    "akamai",
    {
      status: 200,
      headers: html,
      body: '<html><head><meta http-equiv="refresh" content="5; URL=\'/?bm-verify=AAQ\'"><title>&nbsp;</title></head><body><script>xhr.open("POST", "/_sec/verify?provider=interstitial", false); xhr.send(JSON.stringify({"bm-verify": "AAQ", "pow": j}));</script></body></html>',
    },
  ],
  [
    "a challenge to a script",
    "akamai",
    {
      status: 428,
      headers: json,
      body: '{"sec-cp-challenge": "true", "provider": "crypto", "chlg_duration": 30}',
    },
  ],
  [
    "a challenge of status 202 without a body",
    "aws-waf",
    { status: 202, headers: { "x-amzn-waf-action": "challenge", "content-length": "0" } },
  ],
  [
    "a captcha",
    "aws-waf",
    {
      status: 405,
      headers: { ...html, "x-amzn-waf-action": "captcha" },
      body: "<title>Human Verification</title>",
    },
  ],
  [
    "a challenge whose header was lost",
    "aws-waf",
    {
      status: 202,
      headers: html,
      body: '<html><head><title></title><script>window.awsWafCookieDomainList = []; window.gokuProps = {"key": "A"};</script><script src="https://a.token.awswaf.com/a/challenge.js"></script></head><body></body></html>',
    },
  ],
  [
    "a captcha whose header was lost",
    "aws-waf",
    {
      status: 405,
      headers: html,
      body: '<title>Human Verification</title><script src="https://a.captcha.awswaf.com/a/captcha.js"></script>',
    },
  ],
  [
    "a block",
    "cloudfront",
    {
      status: 403,
      headers: cloudfront,
      body: "<TITLE>ERROR: The request could not be satisfied</TITLE><H1>403 ERROR</H1>Request blocked.\nWe can't connect to the server for this app or website at this time.",
    },
  ],
  [
    "a country that is kept out",
    "cloudfront",
    {
      status: 403,
      headers: html,
      body: "<TITLE>ERROR: The request could not be satisfied</TITLE>The Amazon CloudFront distribution is configured to block access from your country.<PRE>Generated by cloudfront (CloudFront)</PRE>",
    },
  ],
];
