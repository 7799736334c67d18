import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { HttpResponse } from "../../../src/http/message.ts";
import { answering, bore, type Says } from "./answering.ts";

/** What a server says of a page, and of what it answers the next time. */
interface Policy {
  readonly maxAge: number | undefined;
  readonly whileAsking: number | undefined;
  readonly ifError: number | undefined;
  readonly noStore: boolean;
  readonly noCache: boolean;
  readonly mustRevalidate: boolean;
  readonly tag: boolean;
  readonly fails: boolean;
}

const maybe = fc.option(fc.nat(20), { nil: undefined });
const policies: fc.Arbitrary<Policy> = fc.record({
  maxAge: maybe,
  whileAsking: maybe,
  ifError: maybe,
  noStore: fc.boolean(),
  noCache: fc.boolean(),
  mustRevalidate: fc.boolean(),
  tag: fc.boolean(),
  fails: fc.boolean(),
});
const visits = fc.array(fc.record({ policy: policies, afterS: fc.nat(15) }), { maxLength: 12 });

describe('cache, in the mode "http", whatever its server says', () => {
  it("serves nothing older than the last word of its server allows, nor what that forbids to keep", async () => {
    await fc.assert(
      fc.asyncProperty(visits, async (visits) => {
        const said = new Map<string, { policy: Policy; at: number }>();
        let policy: Policy | undefined;
        const site = answering((request, n) => {
          if (!policy || policy.fails) return { status: 503, body: "" };
          const known = bore(request, "if-none-match")?.slice(1, -1);
          const name = policy.tag && known !== undefined ? known : `page ${n}`;
          said.set(name, { policy, at: site.clock.wallMs() });
          return answerOf(policy, name, known === name);
        });
        for (const visit of visits) {
          site.clock.advance(visit.afterS * 1000);
          policy = visit.policy;
          const before = new Map(said);
          const response = await site.get();
          await site.clock.settle();
          const words = response.revalidated ? said : before; // since the server may be asked behind it
          const now = site.clock.wallMs();
          expect(problemOf(response, words, now, policy.fails)).toBeUndefined();
        }
      }),
    );
  });

  it("asks a server that always answers no more often than without a cache, and serves its last page", async () => {
    await fc.assert(
      fc.asyncProperty(visits, async (visits) => {
        const site = answering((_, n) => ({
          headers: { "Cache-Control": `max-age=${visits[n - 1]?.policy.maxAge ?? 0}` },
        }));
        for (const [n, { afterS }] of visits.entries()) {
          site.clock.advance(afterS * 1000);
          expect((await site.get()).text).toBe(`page ${site.sent.length}`);
          expect(site.sent.length).toBeLessThanOrEqual(n + 1);
        }
      }),
    );
  });
});

function answerOf(policy: Policy, name: string, isKnown: boolean): Says {
  const { maxAge, whileAsking, ifError, noStore, noCache, mustRevalidate, tag } = policy;
  const control = [
    maxAge !== undefined && `max-age=${maxAge}`,
    whileAsking !== undefined && `stale-while-revalidate=${whileAsking}`,
    ifError !== undefined && `stale-if-error=${ifError}`,
    noStore && "no-store",
    noCache && "no-cache",
    mustRevalidate && "must-revalidate",
  ].filter((directive) => directive !== false);
  return {
    status: isKnown ? 304 : 200,
    headers: { "Cache-Control": control.join(", "), ...(tag && { ETag: `"${name}"` }) },
    body: isKnown ? "" : name,
  };
}

/** What a server has said of its pages, and when. */
type Words = ReadonlyMap<string, { readonly policy: Policy; readonly at: number }>;

/** Why a response should not have been served. */
function problemOf(
  { text, fromCache, revalidated, status }: HttpResponse,
  said: Words,
  now: number,
  fails: boolean,
): string | undefined {
  if (!fromCache) return status === (fails ? 503 : 200) ? undefined : `it is a ${status}`;
  if (!revalidated) return problemOfKept(text, said, now, fails);
  return said.get(text)?.at === now ? undefined : "it was not confirmed now";
}

function problemOfKept(page: string, said: Words, now: number, fails: boolean): string | undefined {
  const last = said.get(page);
  if (!last) return "nobody has said it";
  const { noStore, noCache, maxAge = 0 } = last.policy;
  if (noStore || noCache) return "it is not to be served again";
  const staleS = (now - last.at) / 1000 - maxAge;
  return staleS < graceOf(last.policy, fails) ? undefined : "it is too old";
}

/** How long a page may be served when it is not fresh any more. */
function graceOf({ mustRevalidate, whileAsking = 0, ifError = 0 }: Policy, fails: boolean): number {
  return mustRevalidate ? 0 : Math.max(whileAsking, fails ? ifError : 0);
}
