import { tryParseUrl } from "./parse-url.ts";

/** Whether a URL has a user name or a password, of which the leaf makes an Authorization. */
export function hasUserinfo(url: string): boolean {
  if (!url.includes("@")) return false;
  const { username = "", password = "" } = tryParseUrl(url) ?? {};
  return username !== "" || password !== "";
}
