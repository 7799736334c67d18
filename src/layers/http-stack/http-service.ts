import { InvalidRequestError } from "../../http/errors.ts";
import type { HttpRequest, HttpResponse } from "../../http/message.ts";
import { redactUrl } from "../../http/url/redact-url.ts";
import { show } from "../../service/options.ts";
import type { Stack } from "../../service/stack.ts";

/** A finished stack of HTTP. */
export interface HttpService extends Stack<HttpRequest, HttpResponse> {
  /** Looks up the address of a host ahead, as `httpClient()` does. There where the leaf can do so. */
  readonly prefetch?: (hostOrUrl: string) => Promise<void>;
  /** By which name it keeps to robots.txt. There where `httpStack()` made it do so. */
  readonly robotsAgent?: string;
}

/** Lets a stack look up addresses ahead where its leaf can. */
export function withPrefetch(stack: HttpService, leaf: object): HttpService {
  return canPrefetch(leaf) ? { ...stack, prefetch: (host) => leaf.prefetch(host) } : stack;
}

/** Has a stack say what it expects of who calls it with a URL, or with nothing. */
export function withRequests(stack: HttpService): HttpService {
  return {
    ...stack,
    call: (request, options) =>
      isRequest(request) ? stack.call(request, options) : Promise.reject(noRequest(request)),
  };
}

function isRequest(request: unknown): boolean {
  return typeof request === "object" && request !== null && "url" in request;
}

function noRequest(got: unknown): InvalidRequestError {
  const isUrl = typeof got === "string" || got instanceof URL;
  return new InvalidRequestError(
    `Expected a request, such as { url: "https://example.com/" }: got ${show(isUrl ? redactUrl(String(got)) : got)}`,
  );
}

function canPrefetch(leaf: object): leaf is Required<Pick<HttpService, "prefetch">> {
  return "prefetch" in leaf && typeof leaf.prefetch === "function";
}
