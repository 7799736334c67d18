import { HttpHeaders } from "../../src/http/headers.ts";
import { type HttpRequest, HttpResponse } from "../../src/http/message.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import type { Stack } from "../../src/service/stack.ts";

/** Links a page has. */
export const LINKS = 10;
/** Hosts that pages stand on, in turns. */
export const HOSTS = 20;
/** Calls in flight to one. */
export const PER_HOST = 8;

/** Whether links lead to pages that no other links to, or to so many that are known sooner or later. */
export type Web = "new" | "known";

const TEXT = "<p>Sphinx of black quartz, judge my vow.</p>".repeat(40);
const headers = HttpHeaders.from({ "content-type": "text/html" });

/** A service that answers at once with pages that link to others: what is measured is all but the network. */
export function webOf(web: Web, pages: number): Stack<HttpRequest, HttpResponse> {
  const most = web === "new" ? Infinity : pages;
  return ServiceBuilder.for<HttpRequest, HttpResponse>().service(async ({ url }) => {
    const n = Number(url.slice(url.lastIndexOf("/") + 1));
    return new HttpResponse({ url, status: 200, headers, body: bodyOf(n, most) });
  });
}

/** The URL of a page. */
export function urlOf(n: number): string {
  return `http://host${n % HOSTS}.test/articles/${n}`;
}

function bodyOf(n: number, most: number): Uint8Array {
  let links = "";
  for (let link = 1; link <= LINKS; link++) {
    links += `<a href="${urlOf((n * LINKS + link) % most)}">more</a>`;
  }
  return Buffer.from(`<!doctype html><title>Page ${n}</title>${TEXT}${links}`);
}
