import { answer } from "./answer.ts";
import type { BlockPage } from "./block-page.ts";

const html = { "content-type": "text/html; charset=utf-8" };
const akamai = { ...html, server: "AkamaiGHost" };

/** Answers of firewalls that stand before a site, all of their marks at once. */
export const wholeShieldBlockPages: readonly BlockPage[] = [
  [
    "a captcha, all of its page",
    "datadome",
    answer(
      403,
      {
        ...html,
        "x-datadome": "protected",
        "x-dd-b": "1",
        "set-cookie":
          "datadome=abc; Max-Age=31536000; Domain=.example.com; Path=/; Secure; SameSite=Lax",
      },
      "<html lang=\"en\"><head><title>example.com</title><style>#cmsg{animation: A 1.5s;}</style></head><body style=\"margin:0\"><p id=\"cmsg\">Please enable JS and disable any ad blocker</p><script data-cfasync=\"false\">var dd={'rt':'c','cid':'AHrlqAAAA','hsh':'ABC','t':'bv','qp':'','s':1234,'e':'x','host':'geo.captcha-delivery.com','cookie':'z'}</script><script data-cfasync=\"false\" src=\"https://ct.captcha-delivery.com/c.js\"></script></body></html>",
    ),
  ],
  [
    "a check of the device",
    "datadome",
    answer(
      403,
      html,
      "<html><head><title>example.com</title></head><body><script>var dd={'rt':'i','cid':'x','hsh':'y','host':'geo.captcha-delivery.com'}</script><script src=\"https://ct.captcha-delivery.com/i.js\"></script></body></html>",
    ),
  ],
  [
    "a check of the device, to a script",
    "datadome",
    answer(
      403,
      { ...html, "content-type": "application/json;charset=utf-8", "x-datadome": "protected" },
      '{"url":"https://geo.captcha-delivery.com/interstitial/?initialCid=AH&hash=1&cid=2&referer=x&s=3"}',
    ),
  ],
  [
    "a captcha of status 401",
    "datadome",
    answer(
      401,
      html,
      "<script>var dd = {'rt':'c','host':'geo.captcha-delivery.com'}</script><script src=\"https://ct.captcha-delivery.com/c.js\"></script>",
    ),
  ],
  [
    "a captcha, all of its page",
    "perimeterx",
    answer(
      403,
      html,
      "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"description\" content=\"px-captcha\"><title>Access to this page has been denied</title></head><body><script>window._pxVid = '';window._pxUuid = 'a';window._pxAppId = 'PX123';window._pxHostUrl = '/123/xhr';window._pxCustomLogo = '';window._pxJsClientSrc = '/123/init.js';window._pxFirstPartyEnabled = true;var script = document.createElement('script');script.src = '/123/captcha/captcha.js?a=c&u=a&v=&m=0';document.head.appendChild(script);</script></body></html>",
    ),
  ],
  [
    "a captcha to a script",
    "perimeterx",
    answer(
      403,
      { ...html, "content-type": "application/json" },
      '{"appId":"PXu6b0qd2S","jsClientSrc":"/px/PXu6b0qd2S/init.js","firstPartyEnabled":true,"vid":"","uuid":"1","hostUrl":"/px/xhr","blockScript":"/px/captcha.js"}',
    ),
  ],
  [
    "a captcha of status 412 with a title of the site",
    "perimeterx",
    answer(
      412,
      html,
      "<title>Robot or human?</title><script>window._pxAppId='PXu6b0qd2S';window._pxUuid='1';</script><div id=\"px-captcha\"></div>",
    ),
  ],
  [
    "a captcha elsewhere, to a script",
    "perimeterx",
    answer(
      403,
      { ...html, "content-type": "application/json" },
      '{"redirectUrl":"/blocked?url=Lw==&uuid=1&vid=&g=b","appId":"PXu6b0qd2S","blockScript":"/captcha.js"}',
    ),
  ],
  [
    "a frame, all of its page",
    "imperva",
    answer(
      403,
      { ...html, "x-iinfo": "1-2-3", "x-cdn": "Imperva" },
      '<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"><meta name="format-detection" content="telephone=no"><meta name="viewport" content="initial-scale=1.0"><meta http-equiv="X-UA-Compatible" content="IE=edge,chrome=1"></head><body style="margin:0px;height:100%"><iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&xinfo=1-2-0&incident_id=1-2&edet=12&cinfo=04&rpinfo=0" frameborder=0 width="100%" height="100%" marginheight="0px" marginwidth="0px">Request unsuccessful. Incapsula incident ID: 1-2</iframe></body></html>',
    ),
  ],
  [
    "a script of two keys and nothing else",
    "imperva",
    answer(
      200,
      { ...html, "x-iinfo": "x", "set-cookie": ["visid_incap_1=a; path=/"] },
      '<html><head><META NAME="robots" CONTENT="noindex,nofollow"><script src="/_Incapsula_Resource?SWJIYLWA=5074a744e2e3d891814e9a2dace20bd4,719d34d31c8e3a6e6fffd425f7e032f3"></script><body></body></html>',
    ),
  ],
  [
    "error 15",
    "imperva",
    answer(
      403,
      html,
      '<html><head><title>Access denied</title></head><body><div class="error-title">Access denied</div><div class="error-code">Error code 15</div><div>This request was blocked by our security service</div><div>Incident ID: 123-456</div><div>Powered by <a href="https://www.imperva.com">Imperva</a></div></body></html>',
    ),
  ],
  [
    "an interruption of status 405",
    "imperva",
    answer(
      405,
      html,
      "<html><head><title>Pardon Our Interruption</title></head><body><h1>Pardon Our Interruption...</h1><p>As you were browsing something about your browser made us think you were a bot. There are a few reasons this might happen:</p></body></html>",
    ),
  ],
  [
    "a rejection with a way back",
    "f5",
    answer(
      403,
      html,
      "<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 9999999<br><br><a href='javascript:history.back();'>[Go Back]</a></body></html>",
    ),
  ],
  [
    "a rejection of status 200 in other words",
    "f5",
    answer(
      200,
      { ...html, "set-cookie": "TS01abc=1" },
      "<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. If you think this is an error, please contact the webmaster. <br><br>Your support ID is: 123<br></body></html>",
    ),
  ],
  [
    "a challenge of status 200, all of its page",
    "f5",
    answer(
      200,
      html,
      '<!DOCTYPE html><html><head><meta http-equiv="Pragma" content="no-cache"/><script type="text/javascript">(function(){window["bobcmn"] = "101110111";window["failureConfig"]="x";})();</script><script type="text/javascript" src="/TSPD/08abc?type=9"></script><noscript>Please enable JavaScript to view the page content.<br/>Your support ID is: 123456.</noscript></head><body></body></html>',
    ),
  ],
  [
    "a block by a rule",
    "sucuri",
    answer(
      403,
      { ...akamai, server: "Sucuri/Cloudproxy", "x-sucuri-id": "1", "x-sucuri-block": "XSS" },
      "<title>Sucuri WebSite Firewall - Access Denied</title>",
    ),
  ],
  [
    "a block, all of its page",
    "sucuri",
    answer(
      403,
      { ...akamai, server: "Sucuri/Cloudproxy", "x-sucuri-id": "1" },
      "<html><head><title>Sucuri WebSite Firewall - Access Denied</title></head><body><h1>Access Denied - Sucuri Website Firewall</h1><p>If you are the site owner (or you manage this site), please whitelist your IP or if you think this block is an error please open a support ticket</p><table><tr><td>Block ID:</td><td>XSS01</td></tr></table></body></html>",
    ),
  ],
];
