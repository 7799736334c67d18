import { type Player, skip } from "./case.ts";
import { breakerPlayers } from "./kinds/breaker.ts";
import { cacheFsPlayers } from "./kinds/cache-fs.ts";
import { cachePlayers } from "./kinds/cache.ts";
import { charsetPlayers } from "./kinds/charset.ts";
import { classifyPlayers } from "./kinds/classify.ts";
import { cookiePlayers } from "./kinds/cookie.ts";
import { engineScenarioPlayers } from "./kinds/engine-scenario.ts";
import { engineTracePlayers } from "./kinds/engine-trace.ts";
import { exportPlayers } from "./kinds/export.ts";
import { httpBuildPlayers } from "./kinds/http-build.ts";
import { httpLivePlayers } from "./kinds/http-live.ts";
import { httpPlayers } from "./kinds/http.ts";
import { limiterPlayers } from "./kinds/limiter.ts";
import { linksPlayers } from "./kinds/links.ts";
import { queueSharedPlayers } from "./kinds/queue-shared.ts";
import { queuePlayers } from "./kinds/queue.ts";
import { retryPlayers } from "./kinds/retry.ts";
import { robotsFetchPlayers } from "./kinds/robots-fetch.ts";
import { robotsLimitPlayers } from "./kinds/robots-limit.ts";
import { robotsPlayers } from "./kinds/robots.ts";
import { scopePlayers } from "./kinds/scope.ts";
import { sitemapPlayers } from "./kinds/sitemap.ts";
import { srcsetPlayers } from "./kinds/srcset.ts";
import { ssrfPlayers } from "./kinds/ssrf.ts";
import { tracePlayers } from "./kinds/trace.ts";
import { urlPlayers } from "./kinds/url.ts";
import { wafPlayers } from "./kinds/waf.ts";
import { cacheSuite } from "./suites/cache.ts";
import { charsetSuite } from "./suites/charset.ts";
import { cookiesSuite } from "./suites/cookies.ts";
import { linksSuite } from "./suites/links.ts";
import { googleSuite, protegoSuite } from "./suites/robots.ts";
import { sitemapsSuite } from "./suites/sitemaps.ts";
import { srcsetSuite } from "./suites/srcset.ts";
import { normalizeUrlSuite, w3libSuite, whatwgSuite } from "./suites/urls.ts";

const unbuilt = skip("not built yet");
const inWords = skip("in words; tests of ours");

/** Who plays the cases of a kind, or of a suite. */
export const players: Readonly<Record<string, Player>> = {
  ...breakerPlayers,
  ...cacheFsPlayers,
  ...cachePlayers,
  ...charsetPlayers,
  ...classifyPlayers,
  ...cookiePlayers,
  ...engineScenarioPlayers,
  ...engineTracePlayers,
  ...exportPlayers,
  ...httpBuildPlayers,
  ...httpLivePlayers,
  ...httpPlayers,
  ...limiterPlayers,
  ...linksPlayers,
  ...queuePlayers,
  ...queueSharedPlayers,
  ...retryPlayers,
  ...robotsFetchPlayers,
  ...robotsLimitPlayers,
  ...robotsPlayers,
  ...scopePlayers,
  ...sitemapPlayers,
  ...srcsetPlayers,
  ...ssrfPlayers,
  ...tracePlayers,
  ...urlPlayers,
  ...wafPlayers,
  "cache.http-tests.json": cacheSuite,
  "charset.json": charsetSuite,
  "cookies.json": cookiesSuite,
  "links.json": linksSuite,
  "robots.google.json": googleSuite,
  "robots.protego.json": protegoSuite,
  "sitemaps.json": sitemapsSuite,
  "srcset.json": srcsetSuite,
  "url.normalize-url.json": normalizeUrlSuite,
  "url.w3lib.json": w3libSuite,
  "url.wpt-http.json": whatwgSuite,
  "behaviours.layers.json": inWords,
  api: unbuilt,
  "limiter.shared": unbuilt,
};
