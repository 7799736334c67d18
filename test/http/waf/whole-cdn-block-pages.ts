import { answer } from "./answer.ts";
import type { BlockPage } from "./block-page.ts";

const html = { "content-type": "text/html; charset=utf-8" };
const cloudflare = { ...html, server: "cloudflare", "cf-ray": "8c1f00aa11bb22cc-FRA" };
const akamai = { ...html, server: "AkamaiGHost" };
const cloudfront = {
  ...html,
  server: "CloudFront",
  "x-cache": "Error from cloudfront",
  via: "1.1 abc.cloudfront.net (CloudFront)",
};

/** Answers of firewalls of networks that deliver pages, all of their marks at once. */
export const wholeCdnBlockPages: readonly BlockPage[] = [
  [
    "a managed challenge with all of its head",
    "cloudflare",
    answer(
      403,
      { ...cloudflare, "cf-mitigated": "challenge", "critical-ch": "Sec-CH-UA" },
      '<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title></head><body></body></html>',
    ),
  ],
  [
    "the words of a server under attack, of former years",
    "cloudflare",
    answer(
      503,
      cloudflare,
      '<html><head><title>Just a moment...</title></head><body><h1><span data-translate="checking_browser">Checking your browser before accessing</span> example.com.</h1><p>This process is automatic. Your browser will redirect to your requested content shortly.</p><p>DDoS protection by Cloudflare</p></body></html>',
    ),
  ],
  [
    "a challenge in German",
    "cloudflare",
    answer(
      403,
      cloudflare,
      "<html lang=\"de\"><head><title>Nur einen Moment…</title></head><body><script>(function(){window._cf_chl_opt={cvId:'3',cZone:'x',cType:'managed'};}())</script></body></html>",
    ),
  ],
  [
    "a challenge of status 429",
    "cloudflare",
    answer(429, { ...cloudflare, "cf-mitigated": "challenge" }, "<title>Just a moment...</title>"),
  ],
  [
    "error 1020, all of its page",
    "cloudflare",
    answer(
      403,
      cloudflare,
      '<!DOCTYPE html><html class="no-js" lang="en-US"><head><title>Access denied | example.com used Cloudflare to restrict access</title></head><body><div id="cf-wrapper"><div id="cf-error-details"><h1><span>Error</span><span>1020</span></h1><h2>Access denied</h2><p>This website is using a security service to protect itself from online attacks.</p></div></div></body></html>',
    ),
  ],
  [
    "an address that is banned, error 1006",
    "cloudflare",
    answer(
      403,
      cloudflare,
      '<title>Access denied | example.com used Cloudflare to restrict access</title><div id="cf-error-details"><h1>Error 1006</h1><h2>Access denied</h2><p>The owner of this website (example.com) has banned your IP address (1.2.3.4).</p></div>',
    ),
  ],
  [
    "a network that is banned, error 1005 as text",
    "cloudflare",
    answer(403, { ...cloudflare, "content-type": "text/plain; charset=UTF-8" }, "error code: 1005"),
  ],
  [
    "a country that is banned, error 1009 as text",
    "cloudflare",
    answer(403, { ...cloudflare, "content-type": "text/plain; charset=UTF-8" }, "error code: 1009"),
  ],
  [
    "a browser that is banned, error 1010 as text",
    "cloudflare",
    answer(403, { ...cloudflare, "content-type": "text/plain; charset=UTF-8" }, "error code: 1010"),
  ],
  [
    "a captcha of former years",
    "cloudflare",
    answer(
      403,
      cloudflare,
      '<title>Attention Required! | Cloudflare</title><form class="challenge-form" id="challenge-form" action="/?__cf_chl_captcha_tk__=abc" method="POST"></form>',
    ),
  ],
  [
    "a block, with its headlines",
    "cloudflare",
    answer(
      403,
      cloudflare,
      '<title>Attention Required! | Cloudflare</title><h1 data-translate="block_headline">Sorry, you have been blocked</h1><h2 class="cf-subheadline"><span data-translate="unable_to_access">You are unable to access</span> example.com</h2>',
    ),
  ],
  [
    "error 1020 as JSON",
    "cloudflare",
    answer(
      403,
      { ...cloudflare, "content-type": "application/json" },
      '{"type":"https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-1xxx-errors/error-1020/","title":"Error 1020: Access denied","status":403,"error_code":1020,"error_name":"access_denied","cloudflare_error":true}',
    ),
  ],
  [
    "a block as it comes, references as numbers",
    "akamai",
    answer(
      403,
      akamai,
      '<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>\n<H1>Access Denied</H1>\n \nYou don\'t have permission to access "http&#58;&#47;&#47;www&#46;example&#46;com&#47;" on this server.<P>\nReference&#32;&#35;18&#46;6f2a4317&#46;1700000000&#46;1a2b3c4d\n<P>https&#58;&#47;&#47;errors&#46;edgesuite&#46;net&#47;18&#46;6f2a4317&#46;1700000000&#46;1a2b3c4d</P>\n</BODY>\n</HTML>',
    ),
  ],
  [
    "a block of status 503",
    "akamai",
    answer(
      503,
      akamai,
      "<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1>Reference #18.2d351ab8.1557333295.a4e16ab</BODY></HTML>",
    ),
  ],
  [
    "a proof of work of status 429",
    "akamai",
    answer(
      429,
      html,
      '<html><head></head><body><div id="sec-if-cpt-container"></div><script src="/_sec/cp_challenge/ak-challenge-4-3.js"></script><iframe id="sec-cpt-if" provider="adaptive"></iframe></body></html>',
    ),
  ],
  [
    "a proof of work of status 200",
    "akamai",
    answer(
      200,
      html,
      '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Challenge Validation</title><link rel="stylesheet" href="/_sec/cp_challenge/sec-4-4.css"><script>function cp_clge_done(){location.reload(true);}</script><script src="/_sec/cp_challenge/sec-cpt-4-4.js" async defer></script></head><body><div id="sec-container"><div id="sec-if-container"><iframe id="sec-cpt-if" class="crypto" provider="crypto" challenge="abc" data-duration="30"></iframe></div></div></body></html>',
    ),
  ],
  [
    "a block of another of its servers",
    "akamai",
    answer(
      403,
      { ...akamai, server: "AkamaiNetStorage" },
      '<TITLE>Access Denied</TITLE><H1>Access Denied</H1>You don\'t have permission to access "/" on this server.<P>Reference #18.abcd1234.1700000000.1234abcd',
    ),
  ],
  [
    "a captcha behind CloudFront",
    "aws-waf",
    answer(
      405,
      { ...akamai, "x-amzn-waf-action": "captcha", server: "CloudFront" },
      "<html><head><title>Human Verification</title></head></html>",
    ),
  ],
  [
    "a challenge behind a load balancer",
    "aws-waf",
    answer(
      202,
      { ...akamai, "x-amzn-waf-action": "challenge", server: "awselb/2.0" },
      '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title></title><script>window.awsWafCookieDomainList=[];window.gokuProps={"key":"A","iv":"B","context":"C"};</script><script src="https://abc.edge.sdk.awswaf.com/abc/challenge.js"></script></head><body><div id="challenge-container"></div><noscript><h1>JavaScript is disabled</h1>In order to continue, we need to verify that you\'re not a robot.</noscript></body></html>',
    ),
  ],
  [
    "a country that is kept out, all of its page",
    "cloudfront",
    answer(
      403,
      cloudfront,
      '<HTML><HEAD><TITLE>ERROR: The request could not be satisfied</TITLE></HEAD><BODY><H1>403 ERROR</H1><H2>The request could not be satisfied.</H2><HR noshade size="1px">The Amazon CloudFront distribution is configured to block access from your country.\nWe can\'t connect to the server for this app or website at this time.<PRE>Generated by cloudfront (CloudFront)\nRequest ID: x==</PRE></BODY></HTML>',
    ),
  ],
];
