import { HttpHeaders } from "../../http/headers.ts";
import type { HttpRequest, HttpResponse } from "../../http/message.ts";
import { hasUserinfo } from "../../http/url/has-userinfo.ts";
import { tryOriginOf } from "../../http/url/origin-of.ts";
import { type Layer, layer } from "../../service/layer.ts";
import type { Credentials } from "./credentials.ts";
import { type Proof, proofOf } from "./proof.ts";
import { withProven } from "./proven-key.ts";

/**
 * Shows credentials to the origins that they are for, and to no other.
 *
 * `origin` is scheme, host and port. `basic` is sent by RFC 7617, in UTF-8, `bearer` by RFC 6750, and
 * `header` is any other header. A function is asked for each request; the call rejects with its error.
 * The request's own header wins, an empty one too, and so does a user name in its URL.
 * Below `redirect`, each hop is shown what is for its own origin: nothing crosses to another, and what
 * comes back, as from a login elsewhere, is let in again.
 * No secret is in a message, an event or what is inspected: requests bear it as `HttpHeaders`, which
 * show nothing.
 * A cache below keeps apart what was answered to different credentials, whatever their header, and is
 * told by {@link withProven}.
 *
 * @example
 * ```ts
 * const client = ServiceBuilder.for<HttpRequest, HttpResponse>()
 *   .layer(redirect())
 *   .layer(auth({ origin: "https://api.example.com", bearer: () => tokens.current() }))
 *   .service(httpClient());
 * ```
 */
export function auth(
  credentials: Credentials | readonly Credentials[],
): Layer<HttpRequest, HttpResponse> {
  const byOrigin = proofsByOrigin([credentials].flat());
  return layer("auth", (inner) => (request, context) => {
    const proofs = byOrigin.get(tryOriginOf(request.url) ?? "");
    if (!proofs) return inner.call(request, context);
    const names = proofs.map(({ name }) => name);
    return proven(request, proofs).then((request) =>
      inner.call(request, withProven(context, names)),
    );
  });
}

function proofsByOrigin(all: readonly Credentials[]): ReadonlyMap<string, readonly Proof[]> {
  const byOrigin = new Map<string, readonly Proof[]>();
  for (const proof of all.map(proofOf)) {
    const { origin, name } = proof;
    const others = byOrigin.get(origin) ?? [];
    if (others.some((other) => other.name === name)) {
      throw new TypeError(`Expected "auth" to have one ${name} for ${origin}: got two`);
    }
    byOrigin.set(origin, [...others, proof]);
  }
  return byOrigin;
}

async function proven(request: HttpRequest, proofs: readonly Proof[]): Promise<HttpRequest> {
  const own = HttpHeaders.from(request.headers);
  const missing = proofs.filter(({ name }) => !own.has(name) && !isInUrl(name, request));
  if (missing.length === 0) return request;
  let headers = own;
  for (const { name, value } of missing) headers = headers.with(name, await value());
  return { ...request, headers };
}

/** Whether the leaf makes this header of the user name and password in the URL. */
function isInUrl(name: string, { url }: HttpRequest): boolean {
  return name === "authorization" && hasUserinfo(url);
}
