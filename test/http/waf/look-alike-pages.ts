import { answer } from "./answer.ts";
import type { HealthyPage } from "./healthy-pages.ts";

const html = { "content-type": "text/html; charset=utf-8" };
const akamai = { ...html, server: "AkamaiGHost" };
const cloudflare = { ...html, server: "cloudflare", "cf-ray": "8c1f00aa11bb22cc-FRA" };

/** Pages that look like the challenge of a firewall, and are none. */
export const lookAlikePages: readonly HealthyPage[] = [
  ["a page behind Cloudflare", answer(200, cloudflare, "<title>Home</title>")],
  [
    "addresses that Cloudflare hides",
    answer(
      200,
      cloudflare,
      '<a href="/cdn-cgi/l/email-protection" class="__cf_email__">[email&#160;protected]</a>',
    ),
  ],
  [
    "a beacon of Cloudflare",
    answer(
      200,
      cloudflare,
      "<script defer src=\"https://static.cloudflareinsights.com/beacon.min.js\" data-cf-beacon='{}'></script>",
    ),
  ],
  ["an empty cf-mitigated", answer(200, { ...cloudflare, "cf-mitigated": "" }, "<title>x</title>")],
  [
    "a novel called Access Denied",
    answer(
      200,
      html,
      "<title>Access Denied: a novel</title><p>Access Denied. Reference #18 in the appendix.</p>",
    ),
  ],
  [
    "an article about a block of Akamai",
    answer(
      200,
      html,
      '<title>How to fix Access Denied errors.edgesuite.net</title><p>Access Denied You don\'t have permission to access "http://x" on this server. Reference #18.2d351ab8.1557333295.a4e16ab https://errors.edgesuite.net/</p>',
    ),
  ],
  [
    "a question about Incapsula",
    answer(
      200,
      html,
      '<title>python - Request unsuccessful. Incapsula incident ID - Stack Overflow</title><pre>&lt;iframe src="/_Incapsula_Resource"&gt;Request unsuccessful. Incapsula incident ID: 1-2</pre>',
    ),
  ],
  ["a redirect of the edge of Akamai", answer(301, { ...akamai, location: "https://x/" }, "")],
  [
    "the home page of DataDome",
    answer(
      200,
      html,
      '<title>DataDome: bot protection</title><p>captcha-delivery.com</p><script src="https://js.datadome.co/tags.js"></script>',
    ),
  ],
  [
    "an article about a block of PerimeterX",
    answer(
      200,
      html,
      '<title>PerimeterX block page</title><p>Access to this page has been denied because we believe you are using automation tools</p><code>&lt;div id="px-captcha"&gt;</code>',
    ),
  ],
  [
    "an article called like a rejection of F5",
    answer(
      200,
      html,
      "<title>The requested URL was rejected. Please consult with your administrator - DevCentral</title><p>The requested URL was rejected. Please consult with your administrator. Your support ID is: 1</p>",
    ),
  ],
  [
    "a paragraph without a title that quotes F5",
    answer(
      200,
      html,
      "<p>The requested URL was rejected. Please consult with your administrator. Your support ID is: 123</p>",
    ),
  ],
  [
    "a page behind BIG-IP",
    answer(
      200,
      { ...akamai, server: "BigIP", "set-cookie": "BIGipServer~p=1" },
      "<title>x</title>",
    ),
  ],
  [
    "a leave that was rejected",
    answer(
      200,
      html,
      "<title>Request rejected</title><p>Your leave request was rejected. Please consult with your manager.</p>",
    ),
  ],
  [
    "a purchase that was rejected",
    answer(
      200,
      html,
      "<title>Request Rejected</title><p>Your purchase request was rejected by finance.</p>",
    ),
  ],
  [
    "an article about a block of Sucuri",
    answer(
      200,
      { ...html, "x-sucuri-id": "1" },
      "<title>What is Sucuri Website Firewall - Access Denied</title><p>Access Denied - Sucuri Website Firewall</p>",
    ),
  ],
  [
    "an account with a captcha",
    answer(200, html, '<title>Human verification - account</title><div class="g-recaptcha"></div>'),
  ],
  [
    "a captcha of the site's own",
    answer(200, html, "<title>Human Verification</title><p>Please type the letters</p>"),
  ],
  [
    "a form to log in with the tokens of AWS WAF",
    answer(
      200,
      html,
      '<title>Sign in</title><script src="https://x.token.awswaf.com/x/challenge.js"></script>',
    ),
  ],
  [
    "an essay called like an interruption",
    answer(200, html, "<title>Pardon our interruption</title><p>An essay on meetings.</p>"),
  ],
  [
    "a course called like a challenge",
    answer(200, html, "<title>Challenge Validation</title><p>Submit your flag</p>"),
  ],
  [
    "a redirect to a waiting room",
    answer(302, { ...html, location: "https://x.queue-it.net/?c=x" }, ""),
  ],
  [
    "a shop with the scripts of Akamai",
    answer(
      200,
      { ...html, "set-cookie": ["_abck=1", "bm_sz=2"] },
      '<title>Shop</title><script src="/akam/13/pixel"></script><script src="/_sec/cp_challenge/ak-challenge-4-3.js"></script>',
    ),
  ],
  [
    "a fragment with a script of Akamai",
    answer(
      200,
      html,
      '<div>3 items</div><script src="/_sec/cp_challenge/ak-challenge-4-3.js"></script>',
    ),
  ],
];
