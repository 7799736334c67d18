import type { HttpStackOptions } from "../../layers/http-stack/http-stack-options.ts";
import { readableBytes, readableTime } from "../readable.ts";

/** What a layer does with the options at hand, and why it stands where it does. */
export interface LayerStory {
  readonly layer: string;
  readonly does: string;
  readonly why: string;
}

type Tale = Omit<LayerStory, "layer"> | ((options: HttpStackOptions) => Omit<LayerStory, "layer">);

/** Tells of a layer of `httpStack` by its name. */
export function layerStory(layer: string, options: HttpStackOptions): LayerStory {
  const tale = tales[layer] ?? { does: "is a layer of its own", why: "it was put there" };
  return { layer, ...(typeof tale === "function" ? tale(options) : tale) };
}

/** Those of all layers that the options of the command can bring about. */
export const tales: Readonly<Record<string, Tale>> = {
  "tracing(call)": {
    does: "starts a span for the whole call, with what is waited for and repeated",
    why: "outermost, so that it sees what whoever called sees",
  },
  classifyStatus: {
    does: "makes errors of statuses from 400 up",
    why: "above all that reacts to statuses: below it a 503 is a response, which can be tried again",
  },
  redirect: {
    does: "follows redirects, and tells other origins no secrets",
    why: "above robots and the limits, so that each hop is checked and waits its turn like any request",
  },
  robots: ({ robots }) => ({
    does: `refuses what robots.txt forbids ${typeof robots === "object" ? (robots.agent ?? "pagoda") : "pagoda"}, and tells its crawl-delay to the limiter`,
    why: "above the cache and the limits: what is forbidden costs no turn, and robots.txt itself waits its own",
  }),
  headers: {
    does: "adds headers to requests that lack them",
    why: "below redirect, which withholds from another origin what is secret; above the cache, which tells answers apart by them",
  },
  userAgent: ({ userAgent }) => ({
    does: `says who asks: ${agentText(userAgent)}`,
    why: "above the cache, which may keep an answer for each",
  }),
  auth: {
    does: "shows credentials to their own origins only",
    why: "below redirect, so that it goes by the URL of each hop",
  },
  cookies: {
    does: "keeps the cookies of sites, and sends them back",
    why: "below redirect, since each hop sets its own; above the cache, so that what is kept for one session is no other's",
  },
  cache: ({ cache }) => ({
    does: cacheText(cache),
    why: "above retry and the limits: what is kept waits for nobody and is never asked for",
  }),
  retry: ({ retry }) => ({
    does: `tries again what failed for a while, up to ${limitOf(retry)} times, later each time`,
    why: "above the limits, so that each attempt waits its turn; below the cache, which keeps the last answer only",
  }),
  wafDetect: {
    does: "makes errors of the pages of firewalls, whatever their status",
    why: "below the cache, which keeps none of them, and retry; above the limits, which see the status",
  },
  circuitBreaker: {
    does: "refuses requests to a host that failed five times in a row, for 10 s and longer",
    why: "below retry, so that it sees each attempt; above the limits, so that a host that is down takes no turns",
  },
  perDomainRateLimit: ({ autoThrottle = false, delayMs = 200, limitBy = "host" }) => ({
    does: `lets a request to a ${limitBy} start ${delayMs === 0 ? "at once" : `every ${readableTime(delayMs)}`}${autoThrottle === false ? "" : ", or as long as it takes to answer"}, later after a 429 or 503`,
    why: "next to the wire: each request that is sent waits for it exactly once",
  }),
  timeout: ({ timeoutMs = 30_000 }) => ({
    does: `gives up a request after ${readableTime(timeoutMs)}`,
    why: "below the limits, so that waiting for a turn takes no time from it",
  }),
  "tracing(attempt)": {
    does: "starts a span for each request on the wire",
    why: "innermost, so that it measures the server and nothing else",
  },
};

/** Tells of the leaf. */
export function leafStory(options: HttpStackOptions): LayerStory {
  const { http2 = false, maxBytes = 10 * 1024 ** 2, proxy = false, ssrfGuard = false } = options;
  const parts = [
    `reads up to ${readableBytes(maxBytes)} of a body and undoes its coding`,
    ...(http2 ? ["speaks HTTP/2 where the server does"] : []),
    ...(proxy === false ? [] : [`connects through ${new URL(proxy).host}`]),
    ...(ssrfGuard === false ? [] : ["connects to public addresses only"]),
  ];
  return {
    layer: "httpClient",
    does: `sends the request over a connection that it keeps; ${parts.join("; ")}`,
    why: "the leaf: below it is the network",
  };
}

function agentText(userAgent: HttpStackOptions["userAgent"]): string {
  if (typeof userAgent === "string") return userAgent;
  return Array.isArray(userAgent) ? userAgent.join(", then ") : "one of several, drawn by the seed";
}

function cacheText(cache: HttpStackOptions["cache"]): string {
  if (typeof cache !== "object" || cache === null || "get" in cache) return "answers from a store";
  if (cache.use === "offline") return "answers from the folder alone, however old, and asks nobody";
  const kept =
    cache.mode === "http" ? "as long as the headers of a response say" : "every page for an hour";
  return cache.use === "reload"
    ? "asks for everything anew, and keeps it in the folder"
    : `answers from the folder: ${kept}`;
}

function limitOf(retry: HttpStackOptions["retry"]): number {
  return typeof retry === "object" ? (retry.limit ?? 2) : 2;
}
