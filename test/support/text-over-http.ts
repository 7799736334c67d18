import { type HttpRequest, HttpResponse } from "../../src/http/message.ts";
import type { Layer } from "../../src/service/layer.ts";
import { type Service, service } from "../../src/service/service.ts";
import { declareParts, partsOf } from "../../src/service/traits.ts";

/**
 * A layer for HTTP as one for text, so that it can be put to the laws of layers.
 *
 * The first character of a request is its host, the rest a path; a response is a body, of the given
 * status. No host has rules for robots.
 */
export function textOverHttp(
  layer: Layer<HttpRequest, HttpResponse>,
  statusOf: (response: string) => number = () => 200,
): Layer<string, string> {
  const overHttp: Layer<string, string> = (inner) => {
    const { call } = layer(httpOver(inner, statusOf));
    return service(async (text, context) => {
      const response = await call({ url: urlOf(text) }, context);
      return response.text;
    });
  };
  declareParts(overHttp, partsOf(layer) ?? []);
  return Object.defineProperty(overHttp, "name", { value: layer.name });
}

function httpOver(
  inner: Service<string, string>,
  statusOf: (response: string) => number,
): Service<HttpRequest, HttpResponse> {
  return service(async ({ url }, context) => {
    if (url.endsWith("/robots.txt")) return new HttpResponse({ url, status: 404 });
    const body = await inner.call(textOf(url), context);
    return new HttpResponse({ url, status: statusOf(body), body });
  });
}

function urlOf(text: string): string {
  return `https://${text.slice(0, 1)}.test/${encodeURIComponent(text.slice(1))}`;
}

function textOf(url: string): string {
  const { hostname, pathname } = new URL(url);
  return hostname.slice(0, 1) + decodeURIComponent(pathname.slice(1));
}
