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
  "jsessionid",
  "key",
  "password",
  "passwd",
  "phpsessid",
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
/** A name, and what comes before its value. */
const named = /[?&#;]([^=&#?;]+)=/g;
const brackets = /[[\]]+/;

/**
 * A URL as it may be shown in logs, messages and traces: without what opens doors.
 *
 * User name and password become `REDACTED`, and so do the values of the query parameters whose
 * names, decoded and in lower case, are in `secrets`, in the fragment too, as do those of parameters
 * that a `;` begins, in the path or the query, and of `token[]` and `user[token]`. They are found where
 * the WHATWG parser finds them, whatever white space stands in between.
 * Such a value ends at the next `&`, or in a path at the next `/`: rather more is hidden than less.
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
  const shown = withoutSecrets(withoutUserinfo(text), secrets);
  return shown === text ? url : shown;
}

function withoutSecrets(text: string, secrets: ReadonlySet<string>): string {
  let shown = "";
  let from = 0;
  for (const { 0: found, 1: name = "", index } of text.matchAll(named)) {
    if (index < from || !isSecret(name, secrets)) continue;
    const start = index + found.length;
    shown += `${text.slice(from, start)}REDACTED`;
    from = endOfValue(text, start);
  }
  return shown + text.slice(from);
}

function isSecret(name: string, secrets: ReadonlySet<string>): boolean {
  const plain = decoded(name);
  return secrets.has(plain) || plain.split(brackets).some((part) => secrets.has(part));
}

function endOfValue(text: string, start: number): number {
  const isInPath = text.slice(0, start).search(/[?#]/) === -1;
  const length = text.slice(start).search(isInPath ? /[/?#]/ : /[&#]/);
  return length === -1 ? text.length : start + length;
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
