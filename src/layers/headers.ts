import { isHeaderName, isHeaderValue, shownName } from "../http/header-syntax.ts";
import { type HeadersInit, HttpHeaders } from "../http/headers.ts";
import type { HttpRequest, HttpResponse } from "../http/message.ts";
import { type Layer, layer } from "../service/layer.ts";
import { show } from "../service/options.ts";
import { withheldKey } from "./redirect.ts";

/**
 * Adds headers to each request that has none of their name. The request's own win.
 *
 * A header given several times is added as often, or not at all.
 * Below `redirect`, headers that are withheld from the origin a redirect has led to are not added.
 *
 * @example
 * ```ts
 * const german = headers({ "accept-language": "de", accept: "text/html" });
 * ```
 */
export function headers(init: HeadersInit): Layer<HttpRequest, HttpResponse> {
  const all = HttpHeaders.from([...HttpHeaders.from(init)]);
  for (const [name, value] of all) requireHeader(name, value);
  const added = [...all].map(([name, value]) => ({ name, value, key: name.toLowerCase() }));

  return layer("headers", (inner) => (request, context) => {
    const withheld = context.get(withheldKey);
    if (request.headers === undefined && withheld.size === 0) {
      return inner.call(added.length > 0 ? { ...request, headers: all } : request, context);
    }
    const own = HttpHeaders.from(request.headers);
    const missing = added.filter(({ key }) => !own.has(key) && !withheld.has(key));
    if (missing.length === 0) return inner.call(request, context);
    const fields = missing.map(({ name, value }) => [name, value] as const);
    return inner.call({ ...request, headers: HttpHeaders.from([...own, ...fields]) }, context);
  });
}

function requireHeader(name: string, value: string): void {
  if (typeof name !== "string" || !isHeaderName(name)) {
    throw new TypeError(`Expected "headers" to have names of headers: got ${shownName(name)}`);
  }
  if (typeof value !== "string" || !isHeaderValue(value)) {
    throw new TypeError(
      `Expected "headers" to have a value for ${name} without control characters: got ${typeof value === "string" ? "another string" : show(value)}`,
    );
  }
}
