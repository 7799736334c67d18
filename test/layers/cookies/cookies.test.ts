import { CookieJar as ToughJar } from "tough-cookie";
import { describe, expect, it } from "vitest";

import { HttpError } from "../../../src/http/errors.ts";
import { type HeadersInit, HttpHeaders } from "../../../src/http/headers.ts";
import {
  type HttpRequest,
  HttpResponse,
  type HttpResponseInit,
} from "../../../src/http/message.ts";
import type { CookieJar } from "../../../src/layers/cookies/cookie-jar.ts";
import { cookies } from "../../../src/layers/cookies/cookies.ts";
import { MemoryCookieJar } from "../../../src/layers/cookies/memory-cookie-jar.ts";
import { redirect } from "../../../src/layers/redirect.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { settle } from "../../../src/service/outcome.ts";
import { VirtualClock } from "../../../src/testing/virtual-clock.ts";
import { eventsDuring } from "../../support/events.ts";
import { untyped } from "../../support/untyped.ts";

const start = "https://shop.test/";

describe("cookies", () => {
  it("sends what came, in the order in which it came", async () => {
    const { ask, sent } = client([setting("a=1; Expires=Fri, 01 Jan 2100 00:00:00 GMT", "b=2")]);
    await ask();
    await ask();
    await ask("https://other.test/");
    expect(sent).toEqual([undefined, "a=1; b=2", undefined]);
  });

  it("passes what there is no cookie for by identity, and at once", async () => {
    const request = { url: start };
    const seen: HttpRequest[] = [];
    const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
      .layer(cookies())
      .service(async (request) => {
        seen.push(request);
        return new HttpResponse({ url: request.url, status: 200 });
      });
    const answer = stack.call(request);
    expect(seen[0]).toBe(request);
    await answer;
  });

  it("has each hop of a redirect bear what the one before has set", async () => {
    const location = { location: "/" };
    const { ask, sent } = client(
      [
        { status: 302, headers: [["set-cookie", "seen=1"], ...Object.entries(location)] },
        { status: 200 },
      ],
      { above: [redirect()] },
    );
    expect(await ask()).toMatchObject({ status: 200, redirects: [start] });
    expect(sent).toEqual([undefined, "seen=1"]);
  });

  it("goes by the URL of each hop, to another origin and back", async () => {
    const { ask, sent, jar } = client(
      [to("https://login.test/"), to("https://shop.test/in"), { status: 200 }],
      { above: [redirect()] },
    );
    jar.setCookie("s=1", start);
    jar.setCookie("l=1", "https://login.test/");
    await ask(start, { cookie: "own=1" });
    expect(sent).toEqual(["own=1; s=1", "l=1", "s=1"]);
  });

  it("keeps those of any status, and of a response that an error carries", async () => {
    const response = new HttpResponse({ url: start, status: 200, ...setting("b=2") });
    const error = new HttpError("too_large", "too large", { response });
    const { ask, sent } = client([{ status: 503, ...setting("a=1") }, error, { status: 200 }]);
    await ask();
    await expect(ask()).rejects.toBe(error);
    await ask();
    expect(sent).toEqual([undefined, "a=1", "a=1; b=2"]);
  });

  it("keeps none of what a cache has answered", async () => {
    const { ask, sent } = client([{ status: 200, fromCache: true, ...setting("a=1") }]);
    await ask();
    await ask();
    expect(sent).toEqual([undefined, undefined]);
  });

  it("keeps what a 304 sets that has confirmed what a cache answers, and nothing else of that", async () => {
    const revalidated = HttpHeaders.from({ "Set-Cookie": "b=2" });
    const { ask, sent } = client([
      { status: 200, fromCache: true, ...setting("a=1"), revalidated },
    ]);
    await ask();
    await ask();
    expect(sent).toEqual([undefined, "b=2"]);
  });

  it("tells time by the clock of the stack", async () => {
    const { ask, sent, clock } = client([setting("a=1; Max-Age=60")]);
    await ask();
    clock.advance(59_999);
    await ask();
    clock.advance(1);
    await ask();
    expect(sent).toEqual([undefined, "a=1", undefined]);
  });

  it.each([
    ["", "a=1; b=2"],
    ["c=3", "c=3; a=1; b=2"],
    ["b=9", "b=9; a=1"],
    ["b = 9; ; c=3;", "b = 9; c=3; a=1"],
    [["b=9", "c=3"], "b=9; c=3; a=1"],
  ])("of a request with %o sends %s", async (cookie, expected) => {
    const { ask, sent, jar } = client([]);
    jar.setCookie("a=1", start);
    jar.setCookie("b=2", start);
    await ask(start, { cookie });
    expect(sent).toEqual([expected]);
  });

  it("sends bytes as they came, and other characters as their UTF-8", async () => {
    const { ask, sent, jar } = client([setting("a=caf\u00E9", "b=caf\u00C3\u00A9")]);
    await ask();
    jar.setCookie("c=\u6625", start);
    await ask();
    expect(sent[1]).toBe("a=caf\u00E9; b=caf\u00C3\u00A9; c=\u00E6\u0098\u00A5");
  });

  it("ignores what the jar refuses, tells so, and keeps the rest", async () => {
    const { ask, sent } = client([setting("none", "x=secret; Domain=other.test", "b=2")]);
    const events = await eventsDuring(async () => {
      await ask();
      await ask();
    });
    expect(sent).toEqual([undefined, "b=2"]);
    const told = events.filter(({ layer, event }) => layer === "cookies" && event.endsWith("ed"));
    expect(told.map(({ event, detail }) => [event, detail])).toEqual([
      ["ignored", { url: start, name: "", error: expect.any(TypeError) }],
      ["ignored", { url: start, name: "x", error: expect.any(Error) }],
      ["stored", { url: start, name: "b" }],
    ]);
    expect(JSON.stringify(told) + String(told[1]?.detail["error"])).not.toContain("secret");
  });

  it("leaves it to the leaf to refuse what is no URL", async () => {
    const { ask, sent, jar } = client([]);
    jar.setCookie("a=1", start);
    await ask("no URL");
    expect(sent).toEqual([undefined]);
  });

  describe("with a jar of one's own", () => {
    it("takes that of tough-cookie", async () => {
      const jar = new ToughJar();
      const { ask, sent } = client([setting("a=1", "none")], { jar, clock: systemLike() });
      await ask();
      await ask();
      expect(sent).toEqual([undefined, "a=1"]);
      expect(jar.getCookieStringSync(start)).toBe("a=1");
    });

    it("waits until it has kept one before it is given the next, and the caller the response", async () => {
      const told: string[] = [];
      const jar: CookieJar = {
        getCookieString: async () => "k=1",
        setCookie: async (cookie) => {
          await Promise.resolve();
          told.push(cookie);
        },
      };
      const { ask, sent } = client([setting("a=1", "b=2")], { jar });
      await ask();
      expect(told).toEqual(["a=1", "b=2"]);
      expect(sent).toEqual(["k=1"]);
    });

    it("rejects with what it fails to tell by", async () => {
      const failure = new Error("down");
      const jar: CookieJar = {
        getCookieString: () => Promise.reject(failure),
        setCookie: () => {},
      };
      const { ask, sent } = client([], { jar });
      await expect(ask()).rejects.toBe(failure);
      expect(sent).toEqual([]);
    });

    it("sends nothing where the call has aborted meanwhile", async () => {
      const controller = new AbortController();
      const jar: CookieJar = {
        getCookieString: async () => {
          controller.abort("enough");
          return "a=1";
        },
        setCookie: () => {},
      };
      const { ask, sent } = client([], { jar, signal: controller.signal });
      expect(await settle(ask())).toEqual({ ok: false, error: "enough" });
      expect(sent).toEqual([]);
    });

    it.each([5, null, {}, { getCookieString: () => "" }])("refuses %o", (jar) => {
      expect(() => cookies(untyped(jar))).toThrow('Expected "cookies');
    });
  });

  it("gives each stack a jar of its own", async () => {
    const layer = cookies();
    const sent: unknown[] = [];
    const build = (): ReturnType<ServiceBuilder<HttpRequest, HttpResponse>["service"]> =>
      ServiceBuilder.for<HttpRequest, HttpResponse>()
        .layer(layer)
        .service(async ({ url, headers }) => {
          sent.push(HttpHeaders.from(headers).get("cookie"));
          return new HttpResponse({ url, status: 200, ...setting("a=1") });
        });
    const [one, other] = [build(), build()];
    await one.call({ url: start });
    await other.call({ url: start });
    await one.call({ url: start });
    expect(sent).toEqual([undefined, undefined, "a=1"]);
  });
});

type Answer = Partial<HttpResponseInit>;

interface ClientOptions {
  readonly jar?: CookieJar;
  readonly clock?: VirtualClock;
  readonly above?: readonly ReturnType<typeof cookies>[];
  readonly signal?: AbortSignal;
}

interface Client {
  readonly ask: (url?: string, headers?: HeadersInit) => Promise<HttpResponse>;
  /** The Cookie header of each request that reached the leaf. */
  readonly sent: readonly (string | undefined)[];
  /** The jar, where none was given. */
  readonly jar: MemoryCookieJar;
  readonly clock: VirtualClock;
}

/** A client whose leaf gives these answers, then empty pages. */
function client(answers: readonly (Answer | Error)[], options: ClientOptions = {}): Client {
  const memory = new MemoryCookieJar();
  const { jar = memory, clock = new VirtualClock(), above = [], signal } = options;
  const sent: (string | undefined)[] = [];
  let builder = ServiceBuilder.for<HttpRequest, HttpResponse>();
  for (const layer of [...above, cookies(jar)]) builder = builder.layer(layer);
  const stack = builder.service(
    async ({ url, headers }) => {
      const answer = answers[sent.length];
      sent.push(HttpHeaders.from(headers).get("cookie"));
      if (answer instanceof Error) throw answer;
      return new HttpResponse({ url, status: 200, ...answer });
    },
    { clock },
  );
  const ask: Client["ask"] = (url = start, headers = {}) =>
    stack.call({ url, headers }, signal && { signal });
  return { ask, sent, jar: memory, clock };
}

function to(location: string): Answer {
  return { status: 302, headers: { location } };
}

function setting(...cookies: readonly string[]): { readonly headers: HeadersInit } {
  return { headers: { "set-cookie": cookies } };
}

function systemLike(): VirtualClock {
  return new VirtualClock({ wallMs: Date.now() });
}
