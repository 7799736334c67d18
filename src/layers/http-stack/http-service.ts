import type { HttpRequest, HttpResponse } from "../../http/message.ts";
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

function canPrefetch(leaf: object): leaf is Required<Pick<HttpService, "prefetch">> {
  return "prefetch" in leaf && typeof leaf.prefetch === "function";
}
