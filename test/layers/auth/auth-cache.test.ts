import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { HttpHeaders } from "../../../src/http/headers.ts";
import { HttpResponse } from "../../../src/http/message.ts";
import { auth } from "../../../src/layers/auth/auth.ts";
import type { CacheStore } from "../../../src/layers/cache/cache-store.ts";
import { MemoryCache } from "../../../src/layers/cache/memory-cache.ts";
import { httpStack } from "../../../src/layers/http-stack/http-stack.ts";

const origin = "https://api.test";
const url = `${origin}/me`;

describe("auth above a cache that others share", () => {
  it("never has one served what another was answered, whatever the header", async () => {
    const names = fc.constantFrom("X-API-Key", "X-Tenant", "Api-Secret", "Authorization", "Cookie");
    const users = fc.array(fc.constantFrom(undefined, "ann", "bob"), {
      minLength: 2,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(names, users, fc.boolean(), async (name, users, varies) => {
        const store = new MemoryCache();
        for (const user of users) {
          expect([user, await answerTo(user, name, { store, varies })]).toEqual([
            user,
            `for ${user}`,
          ]);
        }
        expect(JSON.stringify(await store.get(`GET ${url}`)).includes('"ann"')).toBe(false);
      }),
    );
  });

  it("serves a user again what that user was answered", async () => {
    const store = new MemoryCache();
    let asked = 0;
    for (let n = 0; n < 2; n++) await answerTo("ann", "X-Tenant", { store, onAsk: () => asked++ });
    expect(asked).toBe(1);
  });

  it("tells it of two that are stacked", async () => {
    const store = new MemoryCache();
    const ask = (second: string): Promise<HttpResponse> =>
      httpStack({
        auth: { origin, header: { name: "X-B", value: second } },
        cache: store,
        robots: false,
      })
        .outer(auth({ origin, header: { name: "X-A", value: "1" } }))
        .service(async ({ headers }) => answer(HttpHeaders.from(headers).get("x-b")))
        .call({ url });
    expect((await ask("ann")).text).toBe("for ann");
    expect((await ask("bob")).text).toBe("for bob");
  });
});

describe("sensitiveHeaders of redirect above a cache that others share", () => {
  it.each(["crawl", "http"] as const)(
    "never has one served what another was answered: %s",
    async (mode) => {
      const store = new MemoryCache();
      let asked = 0;
      const stack = httpStack({
        cache: { store, mode },
        redirect: { sensitiveHeaders: ["X-Tenant"] },
        auth: { origin, header: { name: "X-Other", value: "1" } },
        robots: false,
      }).service(async ({ headers }) => {
        asked++;
        return answer(HttpHeaders.from(headers).get("x-tenant"));
      });
      const users = ["ann", "bob", undefined, "ann"];
      const told = [];
      for (const user of users) {
        told.push((await stack.call({ url, headers: { "x-tenant": user } })).text);
      }
      expect(told).toEqual(["for ann", "for bob", "for undefined", "for ann"]);
      expect(asked).toBe(3);
      expect(JSON.stringify(await store.get(`GET ${url}`)).includes('"ann"')).toBe(false);
    },
  );
});

interface Site {
  readonly store: CacheStore;
  /** Whether answers say by which header they vary. */
  readonly varies?: boolean;
  readonly onAsk?: () => void;
}

/** What a user is answered, whose name is the secret. */
async function answerTo(user: string | undefined, name: string, site: Site): Promise<string> {
  const { store, varies = false, onAsk } = site;
  const options = { cache: store, robots: false } as const;
  const stack = httpStack(
    user === undefined ? options : { ...options, auth: { origin, header: { name, value: user } } },
  ).service(async ({ headers }) => {
    onAsk?.();
    return answer(HttpHeaders.from(headers).get(name), varies ? name : undefined);
  });
  return (await stack.call({ url })).text;
}

function answer(user: string | undefined, vary?: string): HttpResponse {
  const headers = { "cache-control": "private, max-age=60", ...(vary !== undefined && { vary }) };
  return new HttpResponse({ url, status: 200, headers, body: `for ${user}` });
}
