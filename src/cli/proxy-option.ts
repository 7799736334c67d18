import { httpProxy } from "../http/client/proxy/http-proxy.ts";
import { messageOf } from "./error-message.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Reads the URL of a proxy.
 *
 * Throws a {@link UsageError}, since what commander makes of an `InvalidArgumentError` shows the text, and
 * the password in it.
 */
export function proxyOption(text: string): string {
  try {
    httpProxy(text);
    return text;
  } catch (error) {
    throw new UsageError(messageOf(error).replace('"proxy" to be false or', "--proxy to be"));
  }
}
