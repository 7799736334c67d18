import type { HttpHeaders } from "../headers.ts";
import type { HttpResponse } from "../message.ts";
import { PageParts } from "./page-parts.ts";

/** How much of a body is looked at. The pages of firewalls are shorter. */
const LOOKED_AT_BYTES = 64 * 1024;

/** What of a response tells of a firewall. */
export class Evidence {
  readonly status: number;
  readonly headers: HttpHeaders;
  readonly #body: Uint8Array;
  #page: PageParts | undefined;

  constructor({ status, headers, body }: Pick<HttpResponse, "status" | "headers" | "body">) {
    this.status = status;
    this.headers = headers;
    this.#body = body;
  }

  /** The body taken apart, when first asked for; empty where no firewall answers with such a body. */
  get page(): PageParts {
    return (this.#page ??= new PageParts(this.#beginning()));
  }

  #beginning(): string {
    const { buffer, byteOffset, byteLength } = this.#body;
    const isRefused = this.status >= 400;
    if (byteLength > LOOKED_AT_BYTES && !isRefused) return "";
    const type = this.headers.get("content-type") ?? "html";
    if (!(isRefused ? /html|json|text|xml/i : /html/i).test(type)) return "";
    const length = Math.min(byteLength, LOOKED_AT_BYTES);
    return Buffer.from(buffer, byteOffset, length).toString("latin1").toLowerCase();
  }
}
