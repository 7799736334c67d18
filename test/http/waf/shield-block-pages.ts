import type { BlockPage } from "./block-page.ts";

const html = { "content-type": "text/html; charset=UTF-8" };
const json = { "content-type": "application/json" };
const datadome = { ...html, "x-datadome": "protected", "set-cookie": "datadome=a~b; Path=/" };
const imperva = {
  ...html,
  "x-iinfo": "11-1234-1234 NNNN",
  "set-cookie": ["visid_incap_77=a; path=/", "incap_ses_9_77=b; path=/"],
};
const sucuri = { ...html, server: "Sucuri/Cloudproxy", "x-sucuri-id": "14005" };

/** How firewalls answer that stand before a site, and nothing else. */
export const shieldBlockPages: readonly BlockPage[] = [
  [
    "a captcha",
    "datadome",
    {
      status: 403,
      headers: datadome,
      body: "<html><head><title>shop.test</title></head><body><p id=\"cmsg\">Please enable JS and disable any ad blocker</p><script>var dd={'rt':'c','cid':'A','hsh':'B','host':'geo.captcha-delivery.com'}</script><script src=\"https://ct.captcha-delivery.com/c.js\"></script></body></html>",
    },
  ],
  [
    "its script alone",
    "datadome",
    {
      status: 405,
      headers: html,
      body: '<script src="https://ct.captcha-delivery.com/i.js"></script>',
    },
  ],
  [
    "a challenge to a script",
    "datadome",
    {
      status: 403,
      headers: json,
      body: '{"url":"https://geo.captcha-delivery.com/captcha/?initialCid=A&hash=B"}',
    },
  ],
  ["a block of its own server", "datadome", { status: 403, headers: { server: "DataDome" } }],
  ["a block that a header tells of", "datadome", { status: 403, headers: { "x-dd-b": "1" } }],
  [
    "a captcha",
    "perimeterx",
    {
      status: 403,
      headers: html,
      body: '<html><head><title>Access to this page has been denied</title></head><body><div id="px-captcha"></div><script>window._pxAppId = "PXabc";</script></body></html>',
    },
  ],
  [
    "that with a status of 200",
    "perimeterx",
    {
      status: 200,
      headers: html,
      body: '<title>Access to this page has been denied.</title><div id="px-captcha"></div>',
    },
  ],
  [
    "a page of the site's design",
    "perimeterx",
    {
      status: 429,
      headers: html,
      body: "<title>Shop</title><script>window._pxVid = ''; window._pxUuid = '1-2'; window._pxAppId = 'PXabc';</script>",
    },
  ],
  [
    "a block of a script",
    "perimeterx",
    {
      status: 403,
      headers: json,
      body: '{"appId":"PXabc","jsClientSrc":"/abc/init.js","vid":"","uuid":"1","blockScript":"/abc/captcha.js"}',
    },
  ],
  ["a block that a header tells of", "perimeterx", { status: 403, headers: { "x-px-block": "1" } }],
  [
    "a frame with a status of 200",
    "imperva",
    {
      status: 200,
      headers: imperva,
      body: '<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"></head><body><iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31">Request unsuccessful. Incapsula incident ID: 42-17</iframe></body></html>',
    },
  ],
  [
    "that as a refusal",
    "imperva",
    {
      status: 403,
      headers: imperva,
      body: '<iframe src="/_Incapsula_Resource?a">Request unsuccessful. Incapsula incident ID: 42-17</iframe>',
    },
  ],
  [
    "that in a page with a title",
    "imperva",
    {
      status: 403,
      headers: html,
      body: '<title>Shop</title><iframe id="main-iframe" src="/_Incapsula_Resource?a">Request unsuccessful. Incapsula incident ID: 42-17</iframe>',
    },
  ],
  [
    "its words alone, as a refusal",
    "imperva",
    {
      status: 403,
      headers: html,
      body: "<p>Request unsuccessful. Incapsula incident ID: 42-17</p>",
    },
  ],
  [
    "a script and nothing else",
    "imperva",
    {
      status: 200,
      headers: imperva,
      body: '<html><head><META NAME="robots" CONTENT="noindex,nofollow"><script src="/_Incapsula_Resource?SWJIYLWA=5074"></script></head><body></body></html>',
    },
  ],
  [
    "an interruption",
    "imperva",
    {
      status: 200,
      headers: html,
      body: "<title>Pardon Our Interruption</title><p>Something about your browser made us think you were a bot.</p>",
    },
  ],
  [
    "a page of errors",
    "imperva",
    {
      status: 403,
      headers: html,
      body: "<title>shop.test</title><h1>Error 16</h1><p>Incident ID: 42-17</p><p>Powered by Imperva</p>",
    },
  ],
  [
    "a rejection of status 200",
    "f5",
    {
      status: 200,
      headers: html,
      body: "<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 1234<br><br></body></html>",
    },
  ],
  [
    "that without a title",
    "f5",
    {
      status: 200,
      headers: html,
      body: "The requested URL was rejected. Please consult with your administrator.<br>Your support ID is: 1234",
    },
  ],
  [
    "that as a refusal",
    "f5",
    {
      status: 403,
      headers: html,
      body: "<p>The requested URL was rejected. Please consult with your administrator.</p>",
    },
  ],
  [
    "that of status 200 without a title, as one text",
    "f5",
    {
      status: 200,
      headers: { ...html, "set-cookie": "TS0123ab=1; Path=/" },
      body: "The requested URL was rejected. Please consult with your administrator. Your support ID is: 1234",
    },
  ],
  [
    "that as a refusal with a title, and no more",
    "f5",
    {
      status: 403,
      headers: html,
      body: "<title>Request Rejected</title>The requested URL was rejected.",
    },
  ],
  [
    "a challenge of status 200",
    "f5",
    {
      status: 200,
      headers: { ...html, "set-cookie": "TS0123ab=1; Path=/" },
      body: '<html><head><script>window["bobcmn"] = "1011";</script><script src="/TSPD/08?type=5"></script><noscript>Please enable JavaScript to view the page content.<br/>Your support ID is: 12.34</noscript></head><body></body></html>',
    },
  ],
  [
    "a block that a header tells of",
    "sucuri",
    { status: 403, headers: { ...sucuri, "x-sucuri-block": "FBP007" } },
  ],
  [
    "a block",
    "sucuri",
    {
      status: 403,
      headers: html,
      body: "<title>Sucuri WebSite Firewall - Access Denied</title><h1>Access Denied</h1>",
    },
  ],
  [
    "a block whose title is the site's choice",
    "sucuri",
    {
      status: 403,
      headers: sucuri,
      body: "<title>Shop</title><h1>Access Denied - Sucuri Website Firewall</h1>",
    },
  ],
  [
    "a challenge of status 200",
    "sucuri",
    {
      status: 200,
      headers: sucuri,
      body: "<html><title>You are being redirected...</title><noscript>Javascript is required.</noscript><script>var s={},sucuri_cloudproxy_js='',S='c3';</script></html>",
    },
  ],
];
