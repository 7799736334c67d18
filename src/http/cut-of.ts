import { show } from "../service/options.ts";
import { InvalidRequestError } from "./errors.ts";
import type { HttpRequest } from "./message.ts";

/** Where a request wants the body cut. Throws an {@link InvalidRequestError} where that is no number of bytes. */
export function cutOf({ maxBytes = Infinity }: HttpRequest): number {
  if ((Number.isInteger(maxBytes) || maxBytes === Infinity) && maxBytes >= 0) return maxBytes;
  throw new InvalidRequestError(
    `Expected "maxBytes" to be a whole number of bytes >= 0: got ${show(maxBytes)}`,
  );
}
