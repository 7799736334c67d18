import { answer } from "./answer.ts";
import type { HealthyPage } from "./healthy-pages.ts";

const html = { "content-type": "text/html; charset=utf-8" };
const cloudflare = { ...html, server: "cloudflare", "cf-ray": "8c1f00aa11bb22cc-FRA" };
const akamai = { ...html, server: "AkamaiGHost" };
const cloudfront = {
  ...html,
  server: "CloudFront",
  "x-cache": "Error from cloudfront",
  via: "1.1 abc.cloudfront.net (CloudFront)",
};

/** Refusals and failures of sites and networks that look like those of a firewall, and are none. */
export const lookAlikeRefusals: readonly HealthyPage[] = [
  [
    "a plain 403 of nginx behind Cloudflare",
    answer(
      403,
      cloudflare,
      "<title>403 Forbidden</title><center><h1>403 Forbidden</h1></center><hr><center>nginx</center>",
    ),
  ],
  [
    "a 403 of an API behind Cloudflare",
    answer(
      403,
      { ...cloudflare, "content-type": "application/json" },
      '{"error":"forbidden","message":"You do not have access"}',
    ),
  ],
  [
    "a 403 of a content management system",
    answer(
      403,
      cloudflare,
      "<title>Access denied | My Site</title><h1>Access denied</h1><p>You are not authorized to access this page.</p>",
    ),
  ],
  [
    "a block by a plugin of the site",
    answer(
      403,
      cloudflare,
      "<title>Your access to this site has been limited by the site owner</title><p>Wordfence</p>",
    ),
  ],
  [
    "a rate limit, error 1015 as text",
    answer(429, { ...cloudflare, "content-type": "text/plain" }, "error code: 1015"),
  ],
  [
    "an error 520",
    answer(
      520,
      cloudflare,
      '<title>example.com | 520: Web server is returning an unknown error</title><div id="cf-error-details">',
    ),
  ],
  [
    "an error 521 as text",
    answer(521, { ...cloudflare, "content-type": "text/plain" }, "error code: 521"),
  ],
  [
    "a name that is not found, error 1016",
    answer(
      530,
      cloudflare,
      '<title>Origin DNS error | example.com | Cloudflare</title><div id="cf-error-details"><h1>Error 1016</h1></div>',
    ),
  ],
  [
    "a site that is set up wrong, error 1000",
    answer(
      403,
      cloudflare,
      '<title>DNS points to prohibited IP | example.com | Cloudflare</title><div id="cf-error-details"><h1>Error 1000</h1></div>',
    ),
  ],
  [
    "a site that is set up wrong, error 1014 as text",
    answer(403, { ...cloudflare, "content-type": "text/plain" }, "error code: 1014"),
  ],
  [
    "a 404 with Turnstile",
    answer(
      404,
      cloudflare,
      '<title>Not found</title><script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>',
    ),
  ],
  [
    "a form to log in with Turnstile, of status 403",
    answer(
      403,
      cloudflare,
      '<title>Log in</title><form><div class="cf-turnstile" data-sitekey="0x4"></div></form><script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>',
    ),
  ],
  [
    "a 404 that tells of Akamai",
    answer(404, html, "<title>Not found</title><p>Access Denied help: errors.edgesuite.net</p>"),
  ],
  [
    "a 404 of the edge of Akamai",
    answer(
      404,
      akamai,
      "<HTML><HEAD><TITLE>Not Found</TITLE></HEAD><BODY><H1>Not Found</H1>Reference&#32;&#35;1&#46;2d35</BODY></HTML>",
    ),
  ],
  [
    "a 503 of the edge of Akamai",
    answer(
      503,
      akamai,
      "<HTML><HEAD><TITLE>Service Unavailable</TITLE></HEAD><BODY><H1>Service Unavailable - DNS failure</H1>The server is temporarily unable to service your request. Reference&#32;&#35;11&#46;45&#46;15&#46;ab</BODY></HTML>",
    ),
  ],
  [
    "a 504 of the edge of Akamai",
    answer(
      504,
      akamai,
      "<TITLE>Gateway Timeout - In read</TITLE><H1>Gateway Timeout</H1>Reference&#32;&#35;1&#46;4&#46;1&#46;a",
    ),
  ],
  [
    "a 403 of Apache",
    answer(
      403,
      { ...akamai, server: "Apache" },
      "<title>403 Forbidden</title><h1>Forbidden</h1><p>You don't have permission to access / on this server.</p>",
    ),
  ],
  [
    "a 403 of IIS",
    answer(
      403,
      { ...akamai, server: "Microsoft-IIS/10.0" },
      "<title>403 - Forbidden: Access is denied.</title>",
    ),
  ],
  [
    "a 403 of S3",
    answer(
      403,
      { ...akamai, "content-type": "application/xml", server: "AmazonS3", "x-amz-request-id": "A" },
      '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
    ),
  ],
  [
    "a 403 of S3 behind CloudFront",
    answer(
      403,
      {
        ...akamai,
        "content-type": "application/xml",
        server: "AmazonS3",
        via: "1.1 x.cloudfront.net (CloudFront)",
        "x-cache": "Error from cloudfront",
      },
      "<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>",
    ),
  ],
  [
    "a bad request to CloudFront of status 403",
    answer(
      403,
      cloudfront,
      "<TITLE>ERROR: The request could not be satisfied</TITLE><H1>403 ERROR</H1>Bad request. We can't connect to the server for this app or website at this time.",
    ),
  ],
  [
    "a URL without its signature, behind CloudFront",
    answer(
      403,
      {
        ...akamai,
        "content-type": "text/xml",
        server: "CloudFront",
        "x-cache": "Error from cloudfront",
        via: "1.1 abc.cloudfront.net (CloudFront)",
      },
      '<?xml version="1.0"?><Error><Code>MissingKey</Code><Message>Missing Key-Pair-Id query parameter</Message></Error>',
    ),
  ],
  [
    "a 403 of a gateway of AWS",
    answer(
      403,
      { ...html, "content-type": "application/json", "x-amzn-errortype": "ForbiddenException" },
      '{"message":"Forbidden"}',
    ),
  ],
  [
    "a 403 of a load balancer of AWS",
    answer(
      403,
      { ...akamai, server: "awselb/2.0" },
      "<html><head><title>403 Forbidden</title></head><body><center><h1>403 Forbidden</h1></center></body></html>",
    ),
  ],
  [
    "a 404 with the tag of DataDome",
    answer(
      404,
      { ...html, "x-datadome": "protected" },
      "<title>Not found</title><script>window.ddjskey='A'</script><script src=\"https://js.datadome.co/tags.js\"></script>",
    ),
  ],
  [
    "a 403 whose policy names DataDome",
    answer(
      403,
      { ...html, "content-security-policy": "frame-src https://geo.captcha-delivery.com" },
      "<title>Forbidden</title><p>no</p>",
    ),
  ],
  [
    "a 403 with the sensor of PerimeterX",
    answer(403, html, "<title>Forbidden</title><script>window._pxAppId='PXabc'</script>"),
  ],
  [
    "a 404 behind Imperva",
    answer(
      404,
      { ...html, "x-iinfo": "a", "x-cdn": "Imperva" },
      '<title>404</title><script src="/_Incapsula_Resource?SWJIYLWA=1" async></script>',
    ),
  ],
  [
    "a 404 behind Sucuri",
    answer(
      404,
      { ...akamai, server: "Sucuri/Cloudproxy", "x-sucuri-id": "1" },
      "<title>404</title>",
    ),
  ],
  [
    "a maintenance called like a challenge",
    answer(
      503,
      { ...html, "retry-after": "3600" },
      "<title>Just a moment...</title><p>We are upgrading</p>",
    ),
  ],
  [
    "a queue behind Cloudflare",
    answer(503, cloudflare, "<title>Please wait...</title><p>Queue position 55</p>"),
  ],
];
