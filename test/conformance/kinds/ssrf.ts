import { httpStack } from "pagoda/layers";
import { settle } from "pagoda/service";

import { divert } from "../../support/divert.ts";
import { serveRaw, type RawServer } from "../../support/server.ts";
import { differs, firstOf, playerOf, type Player } from "../case.ts";

/** One address, or several. */
type Addresses = string | readonly string[];

interface SsrfCase {
  readonly input: {
    readonly url: string;
    /** Where each answer leads, one after another. */
    readonly redirects?: readonly string[];
    readonly resolves?: Readonly<Record<string, Addresses>>;
    /** What a name resolves to the first time, the second time, and so on. */
    readonly resolves_sequence?: Readonly<Record<string, readonly Addresses[]>>;
    readonly expect_alt?: string;
  };
  readonly expect: string;
}

/**
 * Whether the guard lets a call through, to a server that stands in for all others.
 *
 * A call is made for each answer of the DNS, each on a connection of its own; the last one counts.
 */
const guarded: Player = playerOf<SsrfCase>(async ({ input, expect }) => {
  const { url, redirects = [], resolves_sequence: sequences = {}, expect_alt: other } = input;
  await using server = await serveHops(redirects);
  using diversion = divert(() => server.port);
  await using stack = httpStack({
    ssrfGuard: true,
    dns: { lookup: resolver(input), ttlMs: 0 },
    robots: false,
    delayMs: 0,
    tracing: false,
  }).service();

  let ending = "";
  for (let calls = Math.max(1, ...Object.values(sequences).map(lengthOf)); calls > 0; calls--) {
    const outcome = await settle(stack.call({ url }));
    ending = outcome.ok ? "allowed" : codeOf(outcome.error);
  }
  const isRight = ending === expect || ending === other;
  return firstOf(
    isRight ? undefined : differs("ending", ending, expect),
    differs("connections", diversion.addresses.length, server.requests.length),
  );
});

/** Players of the kind `ssrf`. */
export const ssrfPlayers: Readonly<Record<string, Player>> = { ssrf: guarded };

/** An address that anybody may ask, and nobody does. */
const PUBLIC = "93.184.216.34";

/** Redirects along the way, and answers at its end, on a connection for each. */
function serveHops(redirects: readonly string[]): Promise<RawServer> {
  return serveRaw((socket, _, n) => {
    const location = redirects[n % (redirects.length + 1)];
    const head = location === undefined ? "200 OK" : `302 Found\r\nLocation: ${location}`;
    socket.end(`HTTP/1.1 ${head}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  });
}

function resolver(input: SsrfCase["input"]): (host: string) => Promise<readonly string[]> {
  const asked = new Map<string, number>();
  return async (host) => {
    const n = asked.get(host) ?? 0;
    asked.set(host, n + 1);
    const answers = input.resolves_sequence?.[host] ?? [input.resolves?.[host] ?? PUBLIC];
    return [answers[Math.min(n, answers.length - 1)] ?? []].flat();
  };
}

function codeOf(error: unknown): string {
  const { code } = Object(error);
  return code === "blocked_address" ? "blocked" : `neither: ${String(error)}`;
}

function lengthOf({ length }: readonly unknown[]): number {
  return length;
}
