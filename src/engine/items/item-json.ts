import { show } from "../../service/options.ts";
import { ItemError } from "./sink.ts";

/** An item as JSON. What JSON cannot hold is an {@link ItemError}. */
export function itemJson(item: unknown): string {
  const text = jsonOf(item);
  if (text !== undefined) return text;
  throw new ItemError(`Expected an item that JSON can hold: got ${show(item)}`);
}

/** What `JSON.stringify` gives, which is undefined for a function, a symbol and undefined. */
function jsonOf(item: unknown): string | undefined {
  try {
    return JSON.stringify(item);
  } catch (error) {
    throw new ItemError(`Expected an item that JSON can hold: ${String(error)}`, { cause: error });
  }
}
