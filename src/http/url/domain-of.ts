import type { HttpRequest } from "../message.ts";
import { domainKey } from "./domain-key.ts";

/** The domain of a request; undefined where its URL has none. */
export function domainOf({ url }: HttpRequest): string | undefined {
  try {
    return domainKey(url);
  } catch {
    return undefined; // the leaf says better than we can what is wrong with the URL
  }
}
