import { HttpError } from "../http/errors.ts";
import { redactUrl } from "../http/url/redact-url.ts";

/** What to try where TLS failed on a port of one's own: servers there often speak none, and a URL without a scheme is https. */
export function tlsHint(url: string, error: unknown): string {
  if (!(error instanceof HttpError) || error.code !== "tls") return "";
  const tried = new URL(url);
  if (tried.protocol !== "https:" || tried.port === "") return "";
  return ` (does it speak TLS? without it, ${redactUrl(url.replace(/^https:/, "http:"))})`;
}
