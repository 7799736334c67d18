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
const userinfo = /^([a-z][a-z\d+.-]*:[\\/]*)([^\\/?#]*)@/i;
const pair = /([?&#])([^=&#]+)=[^&#]*/g;

/**
 * A URL as it may be shown in logs, messages and traces: without what opens doors.
 *
 * User name and password become `REDACTED`, and so do the values of the query parameters whose
 * names, decoded and in lower case, are in `secrets`, in the fragment too. All else stays to the letter.
 * What is no URL is treated alike, so that a mistyped one leaks nothing either.
 *
 * @example
 * ```ts
 * redactUrl("https://me:pw@example.com/?q=1&token=abc"); // "https://REDACTED:REDACTED@example.com/?q=1&token=REDACTED"
 * ```
 */
export function redactUrl(url: string, secrets: ReadonlySet<string> = usual): string {
  return url
    .replace(userinfo, (_, start: string, info: string) =>
      info.includes(":") ? `${start}REDACTED:REDACTED@` : `${start}REDACTED@`,
    )
    .replace(pair, (found, mark: string, name: string) =>
      secrets.has(decoded(name)) ? `${mark}${name}=REDACTED` : found,
    );
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll("+", " ")).toLowerCase();
  } catch {
    return name.toLowerCase();
  }
}
