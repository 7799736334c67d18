import { once } from "node:events";
import { createServer } from "node:http";
import { PassThrough } from "node:stream";

import { describe, expect, it } from "vitest";

import { Interrupts } from "../../src/cli/interrupts.ts";
import { runCrawl } from "../../src/cli/run-crawl.ts";
import { runFetch } from "../../src/cli/run-fetch.ts";
import { tlsHint } from "../../src/cli/tls-hint.ts";
import { HttpError } from "../../src/http/errors.ts";
import { typedOf } from "./typed-of.ts";

const url = "https://localhost:3000/a";

describe("tlsHint", () => {
  it("asks for http where TLS failed on a port that was named", () => {
    expect(tlsHint(url, new HttpError("tls", "no"))).toBe(
      " (does it speak TLS? without it, http://localhost:3000/a)",
    );
  });

  it.each<[url: string, error: Error]>([
    [url, new HttpError("connect", "no")],
    [url, new Error("no")],
    ["https://a.test/", new HttpError("tls", "no")],
    [url, new HttpError("tls", "no", { request: { url: "https://b.test/" } })],
  ])("says nothing of %s with %s", (url, error) => {
    expect(tlsHint(url, error)).toBe("");
  });

  it("is told by pagoda crawl and pagoda fetch", async () => {
    const server = createServer((_, response) => void response.end()).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const { urls, ...typed } = await typedOf(`127.0.0.1:${port}`, "--no-robots", "--no-retry");
    const hint = `(does it speak TLS? without it, http://127.0.0.1:${port}/)`;
    using interrupts = new Interrupts();
    const crawled = runCrawl({ urls, ...typed }, interrupts, new PassThrough());
    await expect(crawled).rejects.toThrow(hint);
    const values = { ...typed.values, redirects: true };
    await expect(runFetch(urls[0] ?? "", values, interrupts)).rejects.toThrow(hint);
    server.close();
  });
});
