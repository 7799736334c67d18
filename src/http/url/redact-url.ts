import { tryParseUrl } from "./parse-url.ts";

/** Parameters of a query whose values are secrets more often than not, in lower case. */
export const secretParams: readonly string[] = [
  "access_token",
  "api_key",
  "apikey",
  "auth",
  "authorization",
  "awsaccesskeyid",
  "client_secret",
  "id_token",
  "key",
  "password",
  "passwd",
  "pwd",
  "refresh_token",
  "secret",
  "session",
  "sessionid",
  "sig",
  "signature",
  "token",
  "x-amz-credential",
  "x-amz-security-token",
  "x-amz-signature",
  "x-goog-credential",
  "x-goog-signature",
];

const usual: ReadonlySet<string> = new Set(secretParams);
/** What the WHATWG parser drops, at least. */
const dropped = /^[\p{Cc} ]+|[\t\n\r]+/gu;
const path = /^(?:[\\/](?![\\/])|[?#])/;
const method = /^[A-Z]+ (?=https?:)/;
const anyUserinfo = /^((?:[a-z][a-z\d+.-]*:)?[\\/]{2})?.*@/is;
const pair = /([?&#])([^=&#?]+)=[^&#]*/g;

/**
 * A URL as it may be shown in logs, messages and traces: without what opens doors.
 *
 * User name and password become `REDACTED`, and so do the values of the query parameters whose
 * names, decoded and in lower case, are in `secrets`, in the fragment too. They are found where the
 * WHATWG parser finds them, whatever white space stands in between.
 * A URL without any stays to the letter, also behind a method, as in the key of a cache.
 * Of what is no URL with a host all is hidden up to the last `@`, so that a mistyped one leaks nothing
 * either; but a path, which begins with one slash, holds no user.
 *
 * @example
 * ```ts
 * redactUrl("https://me:pw@example.com/?q=1&token=abc"); // "https://REDACTED:REDACTED@example.com/?q=1&token=REDACTED"
 * ```
 */
export function redactUrl(url: string, secrets: ReadonlySet<string> = usual): string {
  const text = url.replace(dropped, "");
  const shown = withoutUserinfo(text).replace(pair, (found, mark: string, name: string) =>
    secrets.has(decoded(name)) ? `${mark}${name}=REDACTED` : found,
  );
  return shown === text ? url : shown;
}

function withoutUserinfo(text: string): string {
  if (!text.includes("@")) return text;
  const url = tryParseUrl(text);
  if (!url?.host) return withoutAnyUserinfo(text);
  if (url.username === "" && url.password === "") return text;
  url.username = "REDACTED";
  if (url.password !== "") url.password = "REDACTED";
  return url.href;
}

function withoutAnyUserinfo(text: string): string {
  if (path.test(text)) return text;
  const [asked = ""] = method.exec(text) ?? [];
  if (asked !== "") return asked + withoutUserinfo(text.slice(asked.length));
  return text.replace(anyUserinfo, "$1REDACTED@");
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll("+", " ")).toLowerCase();
  } catch {
    return name.toLowerCase();
  }
}
