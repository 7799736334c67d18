import type { HttpHeaders } from "../headers.ts";
import type { HttpResponse } from "../message.ts";
import { PageParts } from "./page-parts.ts";

/** What of a response tells of a firewall. */
export interface Evidence {
  readonly status: number;
  readonly headers: HttpHeaders;
  /** The body taken apart; empty where no firewall answers with such a body. */
  readonly page: PageParts;
}

/** Gathers the evidence of a response. Its body is looked at when first asked for. */
export function evidenceOf(response: Pick<HttpResponse, "status" | "headers" | "body">): Evidence {
  const { status, headers } = response;
  let page: PageParts | undefined;
  return {
    status,
    headers,
    get page() {
      return (page ??= new PageParts(beginningOf(response)));
    },
  };
}

/** How much of a body is looked at. The pages of firewalls are shorter. */
const LOOKED_AT_BYTES = 64 * 1024;

function beginningOf({
  status,
  headers,
  body,
}: Omit<Evidence, "page"> & { body: Uint8Array }): string {
  const isRefused = status >= 400;
  if (body.byteLength > LOOKED_AT_BYTES && !isRefused) return "";
  const type = headers.get("content-type") ?? "html";
  if (!(isRefused ? /html|json|text|xml/i : /html/i).test(type)) return "";
  const length = Math.min(body.byteLength, LOOKED_AT_BYTES);
  return Buffer.from(body.buffer, body.byteOffset, length).toString("latin1").toLowerCase();
}
