import { tryParseUrl } from "../../http/url/parse-url.ts";
import { UsageError } from "../usage-error.ts";

/**
 * Reads the URL of a receiver of OpenTelemetry.
 *
 * Throws a {@link UsageError}, since what commander makes of an `InvalidArgumentError` shows the text, and
 * a password in it.
 */
export function otlpOption(text: string): string {
  const url = tryParseUrl(text);
  const isHttp = url?.protocol === "http:" || url?.protocol === "https:";
  if (isHttp && url.search === "" && url.hash === "") return text;
  throw new UsageError(
    "Expected --otlp to be an http or https URL without a query, such as http://localhost:4318",
  );
}
