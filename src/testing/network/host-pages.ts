import type { HttpRequest, HttpResponseInit } from "../../http/message.ts";
import { madePage } from "./made-site.ts";
import type { PageMaker, SimulatedHost, SimulatedPage } from "./simulated-host.ts";

/** What a response is besides where it comes from. */
export type Content = Omit<HttpResponseInit, "url">;

/** What is asked of a host. */
export interface Asked {
  readonly request: HttpRequest;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** How often it was asked for, this time included. */
  readonly visit: number;
}

/** What a host has where it fails in nothing. */
export function hostPages(seed: number, name: string, host: SimulatedHost): (_: Asked) => Content {
  const maker = makerOf(seed, name, host);
  return (asked) => {
    const page =
      host.robots !== undefined && asked.path === "/robots.txt"
        ? robotsOf(host.robots)
        : maker(asked);
    const content = contentOf(page);
    return asked.method === "HEAD" ? { ...content, body: "" } : content;
  };
}

type Maker = (asked: Asked) => SimulatedPage | undefined;

function makerOf(seed: number, host: string, options: SimulatedHost): Maker {
  const { pages = 1, linksPerPage = 10 } = options;
  if (typeof pages === "number")
    return ({ path }) => madePage({ seed, host, pages, linksPerPage }, path);
  if (typeof pages === "function") return made(pages);
  const byPath = new Map(Object.entries(pages));
  return (asked) => {
    const page = byPath.get(asked.path);
    return typeof page === "function" ? made(page)(asked) : page;
  };
}

function made(maker: PageMaker): Maker {
  return ({ request, visit }) => maker(request, visit);
}

function robotsOf(body: string): Content {
  return { status: 200, headers: { "content-type": "text/plain; charset=utf-8" }, body };
}

function contentOf(page: SimulatedPage | undefined): Content {
  if (page === undefined) return { status: 404 };
  if (typeof page === "object") return page;
  return { status: 200, headers: { "content-type": "text/html; charset=utf-8" }, body: page };
}
