import { HttpHeaders } from "../../src/http/headers.ts";
import { type HttpRequest, HttpResponse } from "../../src/http/message.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import type { Stack } from "../../src/service/stack.ts";
import { urlOf } from "./holder.ts";

/** Links a page has: one to a page that no other links to yet, the others to pages that are known. */
export const LINKS = 35;

const TEXT = Buffer.from(
  `<!doctype html><title>Quartz</title>${"<p>Sphinx of black quartz, judge my vow.</p>\n".repeat(160)}`,
);
const LINK_BYTES = `<a href="${urlOf(0)}">more</a>`.length;
const headers = HttpHeaders.from({ "content-type": "text/html" });

/**
 * A service that answers at once with pages of 10 kB, without a network, so that a crawl which knows so many
 * URLs finds one more a page.
 */
export function webOf(known: number): Stack<HttpRequest, HttpResponse> {
  let next = known;
  return ServiceBuilder.for<HttpRequest, HttpResponse>().service(async ({ url }) => {
    const body = Buffer.allocUnsafe(TEXT.length + LINKS * LINK_BYTES);
    TEXT.copy(body);
    body.write(linksFrom(next++), TEXT.length, "latin1");
    return new HttpResponse({ url, status: 200, headers, body });
  });
}

/** From all over what is known, so that no memory of the processor holds what they are looked up in. */
function linksFrom(next: number): string {
  let links = "";
  for (let link = 0; link < LINKS; link++) {
    const to = link === 0 ? next : (next * 7919 * link) % next;
    links += `<a href="${urlOf(to)}">more</a>`;
  }
  return links;
}
