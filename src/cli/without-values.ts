import { redactUrl } from "../http/url/redact-url.ts";

/**
 * What commander says of an option or a command that it does not know, less what may be a secret: the
 * value that was written in one word with the option, and what stands in the URL.
 */
export function withoutValues(text: string): string {
  return text
    .replace(/^(error: unknown option '(?:--[^='\s]*|-[^-])).*?'(?=\n\(|\s*$)/s, "$1'")
    .replace(
      /^(error: unknown command ')(.*?)(?='(?:\n\(|\s*$))/s,
      (_, start: string, name: string) => start + redactUrl(name),
    );
}
