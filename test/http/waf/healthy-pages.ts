import type { HttpResponseInit } from "../../../src/http/message.ts";

/** A response that no firewall made: its name, and what it is. */
export type HealthyPage = readonly [name: string, response: Omit<HttpResponseInit, "url">];

const html = { "content-type": "text/html; charset=utf-8" };

/** The headers of sites behind a vendor, their cookies among them, on whatever they answer. */
export const headersOfCustomers: Readonly<Record<string, Record<string, string | string[]>>> = {
  Cloudflare: {
    ...html,
    server: "cloudflare",
    "cf-ray": "8c1f00aa11bb22cc-FRA",
    "cf-cache-status": "DYNAMIC",
    "set-cookie": ["__cf_bm=a; path=/; HttpOnly", "cf_clearance=b; path=/", "_cfuvid=c; path=/"],
  },
  Akamai: {
    ...html,
    server: "AkamaiGHost",
    "akamai-grn": "0.2d35.1557.a4e1",
    "x-akamai-transformed": "9 - 0 pmb=mRUM,1",
    "set-cookie": ["_abck=a~-1~b; path=/", "ak_bmsc=c; path=/", "bm_sz=d; path=/"],
  },
  DataDome: {
    ...html,
    "x-datadome": "protected",
    "x-datadome-cid": "AHrl",
    "content-security-policy": "frame-src https://geo.captcha-delivery.com/captcha/",
    "set-cookie": "datadome=a~b; Max-Age=31536000; Domain=.shop.test; Path=/",
  },
  PerimeterX: { ...html, "set-cookie": ["_pxhd=a; path=/", "_px3=b; path=/", "_pxvid=c; path=/"] },
  Imperva: {
    ...html,
    "x-cdn": "Imperva",
    "x-iinfo": "11-1234-1235 PNNN RT(1 2)",
    "set-cookie": ["visid_incap_77=a; path=/", "nlbi_77=b; path=/", "incap_ses_9_77=c; path=/"],
  },
  AWS: {
    ...html,
    server: "CloudFront",
    via: "1.1 abc.cloudfront.net (CloudFront)",
    "x-cache": "Error from cloudfront",
    "x-amzn-requestid": "a-b-c",
    "set-cookie": "aws-waf-token=a:b:c; path=/",
  },
  F5: {
    ...html,
    server: "BigIP",
    "set-cookie": ["TS01a2b3c4=0123; Path=/", "BIGipServerpool=1.2.3; path=/"],
  },
  Sucuri: {
    ...html,
    server: "Sucuri/Cloudproxy",
    "x-sucuri-id": "14005",
    "x-sucuri-cache": "MISS",
  },
};

/** Scripts and forms that vendors and sites put into pages that are served. */
const embedded: Readonly<Record<string, string>> = {
  "the beacon of Cloudflare":
    '<script>window.__CF$cv$params={r:"1"};a.src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"</script>',
  "a link that was reached through a challenge":
    '<link rel="canonical" href="https://shop.test/?__cf_chl_rt_tk=a-1">',
  Turnstile:
    '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script><div class="cf-turnstile" data-sitekey="1"></div>',
  reCAPTCHA:
    '<script src="https://www.google.com/recaptcha/api.js"></script><div class="g-recaptcha" data-sitekey="1"></div><p>Verify you are human</p>',
  hCaptcha: '<div class="h-captcha"></div><script src="https://hcaptcha.com/1/api.js"></script>',
  "the sensor of Akamai": '<script src="/akam/13/1a2b3c" defer></script><script>bmak.go()</script>',
  "the tag of DataDome":
    '<meta http-equiv="Content-Security-Policy" content="frame-src https://*.captcha-delivery.com/"><script>window.ddjskey = "A";</script><script src="https://js.datadome.co/tags.js"></script>',
  "the sensor of PerimeterX":
    '<script>window._pxAppId = "PXabc"; (function(){ s.src = "//client.px-cloud.net/PXabc/main.min.js"; })()</script>',
  "the script of Imperva":
    '<script src="/_Incapsula_Resource?SWJIYLWA=719d&amp;ns=1" async></script><meta name="robots" content="noindex">',
  "the tokens of AWS WAF":
    '<script src="https://a.token.awswaf.com/a/challenge.js" defer></script><script>AwsWafIntegration.getToken()</script>',
  "the script of F5":
    '<script>window["bobcmn"] = "1011";</script><script src="/TSPD/08?type=7"></script>',
  "the badge of Sucuri":
    '<img alt="Protected by Sucuri Website Firewall" src="https://sucuri.net/badge.png">',
  "a form to log in":
    '<form method="post"><input type="password" name="p"><button>Log in</button></form>',
};

const statuses = [200, 401, 403, 404, 429, 500, 503];

/** What sites behind each vendor answer for themselves. */
const ofCustomers = Object.entries(headersOfCustomers).flatMap(([vendor, headers]) =>
  statuses.map((status): HealthyPage => [
    `a ${status} of a site behind ${vendor}`,
    { status, headers, body: `<title>Shop</title><h1>${status}</h1><p>Access denied? Ask us.</p>` },
  ]),
);

const withEmbedded = Object.entries(embedded).flatMap(([what, code]) =>
  statuses.map((status): HealthyPage => [
    `a ${status} with ${what}`,
    { status, headers: html, body: `<title>Shop</title>${code}<p>Welcome to the shop.</p>` },
  ]),
);

const untitled = Object.entries(embedded).flatMap(([what, code]) =>
  Object.entries(headersOfCustomers).map(([vendor, headers]): HealthyPage => [
    `a fragment with ${what}, behind ${vendor}`,
    { status: 200, headers, body: `${code}<p>3 items in your basket</p>` },
  ]),
);

const others: readonly HealthyPage[] = [
  ["a plain 403", { status: 403, headers: { server: "nginx" }, body: "<h1>403 Forbidden</h1>" }],
  ["a wall to log in", { status: 401, headers: { "www-authenticate": "Basic realm=x" } }],
  ["a rate limit", { status: 429, headers: { "retry-after": "30" }, body: "slow down" }],
  ["nothing at all", { status: 200 }],
  [
    "the rate limit of Cloudflare",
    {
      status: 429,
      headers: headersOfCustomers["Cloudflare"] ?? {},
      body: "<title>Access denied | shop.test used Cloudflare to restrict access</title><h1>Error 1015</h1>You are being rate limited",
    },
  ],
  [
    "a server down behind Cloudflare",
    {
      status: 522,
      headers: headersOfCustomers["Cloudflare"] ?? {},
      body: '<title>shop.test | 522: Connection timed out</title><div id="cf-error-details">Cloudflare Ray ID: 8c1</div>',
    },
  ],
  [
    "a server down behind CloudFront",
    {
      status: 502,
      headers: headersOfCustomers["AWS"] ?? {},
      body: "<TITLE>ERROR: The request could not be satisfied</TITLE>We can't connect to the server for this app. Generated by cloudfront (CloudFront)",
    },
  ],
  [
    "a bad request to CloudFront",
    {
      status: 403,
      headers: headersOfCustomers["AWS"] ?? {},
      body: "<TITLE>ERROR: The request could not be satisfied</TITLE>This distribution is not configured to allow the HTTP request method. Generated by cloudfront (CloudFront)",
    },
  ],
  [
    "a bad request to Akamai",
    {
      status: 400,
      headers: headersOfCustomers["Akamai"] ?? {},
      body: "<TITLE>Invalid URL</TITLE><H1>Invalid URL</H1>Reference&#32;&#35;9&#46;2d35",
    },
  ],
  [
    "a forum that keeps somebody out, behind Cloudflare",
    {
      status: 403,
      headers: headersOfCustomers["Cloudflare"] ?? {},
      body: "<title>Forum</title><p>Sorry, you have been blocked from this thread.</p>",
    },
  ],
  [
    "an essay called like a challenge",
    { status: 200, body: "<title>Just a moment... how films slow time</title><p>An essay.</p>" },
  ],
  [
    "a page that waits, behind Cloudflare",
    {
      status: 503,
      headers: headersOfCustomers["Cloudflare"] ?? {},
      body: "<title>Just a moment...</title><p>The shop is waking up.</p>",
    },
  ],
  [
    "an API that tells of a vendor",
    {
      status: 200,
      headers: { "content-type": "application/json" },
      body: '{"title":"Request Rejected","note":"geo.captcha-delivery.com/captcha/?a px-captcha _cf_chl_opt"}',
    },
  ],
  [
    "a library to detect firewalls",
    {
      status: 200,
      headers: { "content-type": "text/javascript" },
      body: "if (html.includes('<title>Request Rejected</title>') || html.includes('_cf_chl_opt')) block();",
    },
  ],
];

export const healthyPages: readonly HealthyPage[] = [
  ...ofCustomers,
  ...withEmbedded,
  ...untitled,
  ...others,
];
