import { HttpError } from "../http/errors.ts";
import { redactUrl } from "../http/url/redact-url.ts";

/** What to try where TLS failed on a port of one's own: servers there often speak none, and a URL without a scheme is https. */
export function tlsHint(url: string, error: unknown): string {
  if (!(error instanceof HttpError) || error.code !== "tls") return "";
  const hop = error.request?.url ?? url;
  const tried = new URL(hop);
  if (tried.protocol !== "https:" || tried.port === "") return "";
  return ` (does it speak TLS? without it, ${redactUrl(hop.replace(/^https:/, "http:"))})`;
}
