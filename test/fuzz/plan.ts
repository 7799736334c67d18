import type { HttpRequest } from "../../src/http/message.ts";
import type { Chance } from "./chance.ts";
import { damaged } from "./damage.ts";
import { deliver, type Move } from "./delivery.ts";
import { anyMessage, type Message } from "./message.ts";

/** What a client is to make of an answer. */
type Meaning =
  /** The message, whole. */
  | { readonly kind: "whole"; readonly message: Message }
  /** Not more than the message, of which only the beginning comes. */
  | { readonly kind: "beginning"; readonly message: Message }
  /** Nobody can say. */
  | { readonly kind: "unknown" };

/** One exchange with a hostile server. */
export interface Plan {
  readonly request: Omit<HttpRequest, "url">;
  /** The caller gives up after so many turns of the event loop. */
  readonly abortAfter: number;
  /** What has to happen before the server answers. */
  readonly begin: "connected" | "head" | "request";
  readonly moves: readonly Move[];
  readonly meaning: Meaning;
  /** All was written at once, so that the next request may be made at once. */
  readonly hasty: boolean;
  /** How it came to be. */
  readonly words: string;
}

/** Draws an exchange: a third of them by the book, a third cut off, a third damaged. */
export function anyPlan(chance: Chance): Plan {
  const request = anyRequest(chance);
  const message = anyMessage(chance, request.method ?? "GET");
  const begin = chance.oneOf<Plan["begin"]>("request", "request", "request", "head", "connected");
  const abortAfter = chance.is(0.05) ? chance.whole(0, 30) : Infinity;
  const made = chance.oneOf(whole, beginning, unknown)(chance, message);
  const mayHang = made.meaning.kind !== "whole" && made.moves.at(-1)?.kind === "stall";
  const timeoutMs = mayHang ? chance.whole(20, 80) : 30_000;
  const words = `${request.method} ${message.status} ${message.framing} ${message.content.codings.join()}: ${made.words}`;
  return { ...made, request: { ...request, timeoutMs }, begin, abortAfter, words };
}

type Made = Pick<Plan, "moves" | "meaning" | "hasty" | "words">;

function whole(chance: Chance, message: Message): Made {
  const isClosed = message.framing === "close";
  const end = isClosed ? "end" : chance.oneOf("stall", "stall", "end");
  const surplus = isClosed ? NO_BYTES : chance.oneOf(NO_BYTES, NO_BYTES, NO_BYTES, ...surpluses);
  const moves = deliver(chance, message.bytes, { surplus, end });
  const hasty =
    moves.length <= 2 && message.bytes.length < AT_ONCE && end === "stall" && chance.is(0.5);
  const words = surplus.length > 0 ? "whole, and more" : "whole";
  return { moves, meaning: { kind: "whole", message }, hasty, words };
}

function beginning(chance: Chance, message: Message): Made {
  const length = chance.whole(0, message.bytes.length - 1);
  const end = chance.oneOf("end", "end", "reset", "stall");
  const moves = deliver(chance, message.bytes.subarray(0, length), { surplus: NO_BYTES, end });
  const words = `${length} of ${message.bytes.length} bytes, then ${end}`;
  return { moves, meaning: { kind: "beginning", message }, hasty: false, words };
}

function unknown(chance: Chance, message: Message): Made {
  const { bytes, words } = damaged(message.bytes, chance);
  const surplus = chance.oneOf(NO_BYTES, NO_BYTES, ...surpluses);
  const end = chance.oneOf("end", "end", "reset", "stall");
  return {
    moves: deliver(chance, bytes, { surplus, end }),
    meaning: { kind: "unknown" },
    hasty: false,
    words,
  };
}

const NO_BYTES = Buffer.alloc(0);
/** What surely comes in one piece. */
const AT_ONCE = 8000;
const POISON = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison";
/** What comes behind a response, though nobody asked. */
const surpluses = [
  POISON,
  POISON + POISON,
  POISON.slice(0, 20),
  "HTTP/1.1 100 Continue\r\n\r\n",
  "HTTP",
  "\r\n",
  "\0",
  "</html>",
].map((text) => Buffer.from(text));

function anyRequest(chance: Chance): Omit<HttpRequest, "url"> {
  const method = chance.oneOf(
    "GET",
    "GET",
    "GET",
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "DELETE",
    "OPTIONS",
  );
  const hasBody = method === "POST" || method === "PUT";
  return {
    method,
    ...(hasBody && { body: "x".repeat(chance.oneOf(0, 10, 100_000, 2_000_000)) }),
    ...(chance.is(0.15) && { maxBytes: chance.oneOf(0, 1, 500, 5000, 100_000) }),
    ...(chance.is(0.3) && { allowTruncated: true }),
    ...(chance.is(0.05) && { accept: ({ status }) => status !== 200 }),
  };
}
