import type { HttpRequest } from "../message.ts";
import { tryParseUrl } from "./parse-url.ts";
import { redactUrl } from "./redact-url.ts";

/**
 * A request as it may be shown: its proxy without user name and password.
 *
 * It is the same object where there are none. A proxy that is no URL, or has an `@` behind its host, is not
 * shown at all, since nobody knows where the password begins in it.
 */
export function redactProxy(request: HttpRequest): HttpRequest {
  const { proxy } = request;
  if (typeof proxy !== "string") return request;
  const url = tryParseUrl(proxy);
  const isClear = url && url.host !== "" && !(url.pathname + url.search + url.hash).includes("@");
  if (!isClear) return { ...request, proxy: "REDACTED" };
  if (url.username === "" && url.password === "") return request;
  return { ...request, proxy: redactUrl(url.href) };
}
