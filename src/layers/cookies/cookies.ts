import { HttpHeaders } from "../../http/headers.ts";
import type { HttpRequest, HttpResponse } from "../../http/message.ts";
import { responseOf } from "../../http/response-of.ts";
import { tryOriginOf } from "../../http/url/origin-of.ts";
import { redactUrl } from "../../http/url/redact-url.ts";
import type { Context } from "../../service/context.ts";
import { layerEvents, publish } from "../../service/events.ts";
import { type Layer, layer } from "../../service/layer.ts";
import { requireMethods } from "../../service/options.ts";
import { type Outcome, unwrap } from "../../service/outcome.ts";
import type { CookieExchange, CookieJar } from "./cookie-jar.ts";
import { MemoryCookieJar } from "./memory-cookie-jar.ts";

/**
 * Sends the cookies of a jar, and keeps those that come back.
 *
 * Without a jar, each stack has a {@link MemoryCookieJar} of its own. Stacks that share one share a session.
 * Every Set-Cookie of a response is kept in order before the caller has it, whatever the status, and also
 * where the response is carried by an error; so the next hop of a redirect bears it. What comes from a
 * cache sets none again, since that would bring back a session that has ended; but what the 304 sets
 * by which a server confirmed it does.
 * The request's own cookies are sent, and of the jar those that they do not name.
 * The jar alone decides which URL is told what, after a redirect to another origin too.
 * A cookie that the jar refuses is told as the event `ignored`, and never fails the call. Where the jar
 * cannot tell what to send, the call rejects with its error.
 * Keep it below `redirect` and above `cache`, which has to see whose response it keeps.
 *
 * @example
 * ```ts
 * const client = ServiceBuilder.for<HttpRequest, HttpResponse>()
 *   .layer(redirect())
 *   .layer(cookies())
 *   .service(httpClient());
 * ```
 */
export function cookies(shared?: CookieJar): Layer<HttpRequest, HttpResponse> {
  if (shared !== undefined) requireMethods("cookies", shared, ["getCookieString", "setCookie"]);

  return layer("cookies", (inner) => {
    const jar = shared ?? new MemoryCookieJar();

    const kept = async (
      outcome: Outcome<HttpResponse>,
      context: Context,
    ): Promise<HttpResponse> => {
      const response = responseOf(outcome);
      if (response) await keep(jar, response.url, newsOf(response), context);
      return unwrap(outcome);
    };
    const send = (request: HttpRequest, cookie: string, context: Context): Promise<HttpResponse> =>
      inner.call(cookie ? withCookies(request, cookie) : request, context).then(
        (value) => (newsOf(value).length === 0 ? value : kept({ ok: true, value }, context)),
        (error: unknown) => kept({ ok: false, error }, context),
      );

    return (request, context) => {
      if (tryOriginOf(request.url) === undefined) return inner.call(request, context);
      const cookie = jar.getCookieString(request.url, exchangeAt(context));
      return typeof cookie === "string"
        ? send(request, cookie, context)
        : Promise.resolve(cookie).then((cookie) => send(request, cookie, context));
    };
  });
}

const NO_NEWS: readonly string[] = [];

/** The Set-Cookie headers that a server has sent just now. */
function newsOf({ fromCache, headers, revalidated }: HttpResponse): readonly string[] {
  return (fromCache ? revalidated : headers)?.getAll("set-cookie") ?? NO_NEWS;
}

function exchangeAt({ clock }: Context): CookieExchange {
  return { now: new Date(clock.wallMs()), http: true };
}

function withCookies(request: HttpRequest, fromJar: string): HttpRequest {
  const headers = HttpHeaders.from(request.headers);
  const own = headers.getAll("cookie").flatMap(pairsOf);
  const names = new Set(own.map(nameOf));
  const others = pairsOf(fromJar).filter((pair) => !names.has(nameOf(pair)));
  const cookie = [...own, ...others.map(inBytes)].join("; ");
  return { ...request, headers: headers.with("cookie", cookie) };
}

/** A text of characters that no byte is as those of its UTF-8; others came as bytes, and go as such. */
function inBytes(text: string): string {
  return /[\u0100-\uFFFF]/.test(text) ? Buffer.from(text).toString("latin1") : text;
}

function pairsOf(header: string): readonly string[] {
  return header
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair !== "");
}

/** Of a cookie, or of a Set-Cookie header. */
function nameOf(cookie: string): string {
  return (/^[^=;]*(?==)/.exec(cookie)?.[0] ?? "").trim();
}

async function keep(
  jar: CookieJar,
  url: string,
  news: readonly string[],
  context: Context,
): Promise<void> {
  for (const cookie of news) {
    const told = { url: redactUrl(url), name: nameOf(cookie) };
    try {
      await jar.setCookie(cookie, url, exchangeAt(context));
      tell(context, "stored", told);
    } catch (error) {
      tell(context, "ignored", { ...told, error });
    }
  }
}

function tell(context: Context, event: string, detail: Readonly<Record<string, unknown>>): void {
  if (layerEvents.hasSubscribers) publish(context, "cookies", event, detail);
}
