import { HttpHeaders } from "../http/headers.ts";
import type { HttpRequest, HttpResponse } from "../http/message.ts";
import { type Layer, layer } from "../service/layer.ts";
import { show } from "../service/options.ts";
import { requireAgents, roundRobin, type UserAgentRotation } from "./user-agent-rotation.ts";

/**
 * Names the sender of each request that does not name one itself.
 *
 * A list is taken in turns, one a request; see {@link stickyPerHost} for one agent a host.
 * An empty list adds nothing. A rotation that several stacks share goes on through all of them.
 *
 * @example
 * ```ts
 * const named = userAgent("shop-bot/1.0 (+https://shop.test/bot)");
 * ```
 */
export function userAgent(
  agents: string | readonly string[] | UserAgentRotation,
): Layer<HttpRequest, HttpResponse> {
  const rotation = rotationOf(agents);
  const signed = signer();
  return layer("userAgent", (inner) => (request, context) => {
    const own = request.headers === undefined ? none : HttpHeaders.from(request.headers);
    if (own.has("user-agent")) return inner.call(request, context);
    const agent = rotation.next(request.url, context.random);
    if (agent === undefined) return inner.call(request, context);
    return inner.call({ ...request, headers: signed(own, agent) }, context);
  });
}

const none = HttpHeaders.from();

/** Adds an agent to headers. Remembers the last, since those of many requests are one object. */
function signer(): (headers: HttpHeaders, agent: string) => HttpHeaders {
  let last = { headers: none, agent: "", signed: none };
  return (headers, agent) => {
    if (headers !== last.headers || agent !== last.agent) {
      last = { headers, agent, signed: headers.with("user-agent", agent) };
    }
    return last.signed;
  };
}

function rotationOf(agents: string | readonly string[] | UserAgentRotation): UserAgentRotation {
  if (typeof agents === "string" || isList(agents)) {
    const list = [agents].flat();
    requireAgents("userAgent", list);
    return roundRobin(list);
  }
  if (typeof agents === "object" && agents !== null && typeof agents.next === "function") {
    return agents;
  }
  throw new TypeError(
    `Expected "userAgent" to be a User-Agent value, a list of them or a rotation, { next }: got ${show(agents)}`,
  );
}

function isList(agents: readonly string[] | UserAgentRotation): agents is readonly string[] {
  return Array.isArray(agents);
}
