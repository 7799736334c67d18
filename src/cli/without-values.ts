import { redactUrl } from "../http/url/redact-url.ts";

/**
 * What commander says of an option or a command that it does not know, or of a value that is none,
 * less what may be a secret: the value that was written in one word with an unknown option, what opens
 * doors in a URL, and the value of a header.
 */
export function withoutValues(text: string): string {
  return text
    .replace(/^(error: unknown option '(?:--[^='\s]*|-[^-])).*?'(?=\n\(|\s*$)/s, "$1'")
    .replace(
      /^(error: unknown command ')(.*?)(?='(?:\n\(|\s*$))/s,
      (_, start: string, name: string) => start + redactUrl(name),
    )
    .replace(
      /^(error: option '[^']*' argument ')(.*)(?=' is invalid\.)/s,
      (_, start: string, value: string) => start + withoutHeader(redactUrl(value)),
    );
}

/** A text that may be a header which went to the wrong option. */
function withoutHeader(text: string): string {
  return text.replace(/^([\w-]+):\s.*$/s, "$1: REDACTED");
}
