import type { HttpResponseInit } from "../../../src/http/message.ts";

/** A response, in a line. */
export function answer(
  status: number,
  headers: Readonly<Record<string, string | string[]>>,
  body: string,
): Omit<HttpResponseInit, "url"> {
  return { status, headers, body };
}
