import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { type RawServer, serveRaw } from "../../support/server.ts";
import { bytesOf } from "../case.ts";

/** What the server writes for one request. */
export interface Answer {
  readonly response_latin1?: string;
  readonly packets_latin1?: readonly string[];
  readonly gap_ms?: number;
  /** What becomes of the connection. */
  readonly then?: "close" | "keep" | "reset";
}

/** The servers of one case, which answer in the order of the exchange, whichever is asked. */
export interface ExchangeServers extends AsyncDisposable {
  /** What came of the requests, in Latin-1, in order. */
  readonly requests: readonly string[];
  /** How many connections were made. */
  readonly connections: number;
  /** A text of the case, with the addresses of the servers in the place of their names. */
  readonly fill: (text: string) => string;
}

/** Serves the exchange of a case. The last answer repeats. */
export async function serveExchange(exchange: readonly Answer[]): Promise<ExchangeServers> {
  const requests: string[] = [];
  const answer = (socket: Socket, request: string): void => {
    const at = Math.min(requests.length, exchange.length - 1);
    requests.push(request);
    const next = exchange[at];
    if (next) void write(socket, next, fill);
    else socket.end();
  };
  const [host, other, otherPort] = await Promise.all([
    serveRaw(answer),
    serveRaw(answer),
    serveRaw(answer),
  ]);
  const fill = filler(host, other, otherPort);
  return {
    requests,
    get connections() {
      return [host, other, otherPort].reduce((sum, { sockets }) => sum + sockets.length, 0);
    },
    fill,
    async [Symbol.asyncDispose]() {
      for (const server of [host, other, otherPort]) await server[Symbol.asyncDispose]();
    },
  };
}

/** A host that all ports of stand on this machine, if the client asks nobody else: see {@link nearby}. */
const OTHER = "other.test";

/** Addresses for the option `resolve`: every name is of this machine. */
export function nearby({ fill }: ExchangeServers): Readonly<Record<string, string>> {
  const ports = ["HOST", "HOST_B", "HOST_A_OTHER_PORT"].map((name) => fill(name).split(":")[1]);
  return Object.fromEntries(ports.map((port) => [`*:${port}`, "127.0.0.1"]));
}

function filler(host: RawServer, other: RawServer, otherPort: RawServer): (text: string) => string {
  return (text) =>
    text
      .replaceAll("HOST_A_OTHER_PORT", `127.0.0.1:${otherPort.port}`)
      .replaceAll("HOST_B", `${OTHER}:${other.port}`)
      .replaceAll(/HOST(?:_A)?\b/g, `127.0.0.1:${host.port}`);
}

async function write(
  socket: Socket,
  answer: Answer,
  fill: (text: string) => string,
): Promise<void> {
  const {
    response_latin1: whole = "",
    packets_latin1: packets = [whole],
    gap_ms: gapMs = 0,
  } = answer;
  for (const [at, packet] of packets.entries()) {
    if (at > 0) await sleep(gapMs);
    socket.write(bytesOf(fill(packet)));
  }
  const { then = "close" } = answer;
  if (then === "close") socket.end();
  // So that what was written arrives before the connection breaks.
  if (then === "reset") setTimeout(() => socket.resetAndDestroy(), RESET_AFTER_MS);
}

const RESET_AFTER_MS = 50;
