import { show } from "../../service/options.ts";
import { InvalidRequestError } from "../errors.ts";
import { isHeaderName, isHeaderValue, shownName } from "../header-syntax.ts";
import type { WireRequest } from "./wire-request.ts";

/**
 * Throws an {@link InvalidRequestError} unless the request is one message, whoever reads it.
 *
 * The method and the names of headers are tokens, values are bytes without controls. How the message is
 * framed is ours to say: a Transfer-Encoding, Upgrade, Keep-Alive or Expect is refused, and a
 * Content-Length that is not that of the body. There is one Host, which is a host. Connection says
 * `close` or `keep-alive`.
 */
export function requireSendable(wire: WireRequest): void {
  requireStart(wire);
  let ruled: Set<string> | undefined; // most requests need none
  const { headers } = wire;
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? "";
    const value = headers[at + 1] ?? "";
    requireHeader(name, value);
    const lower = name.toLowerCase();
    const rule = rules.get(lower);
    if (!rule) continue;
    if (!rule.test(value, wire)) throw refused(`${rule.expected} as ${name}`, value);
    ruled ??= new Set();
    if (ruled.has(lower)) throw refused(`no more than one ${name}`);
    ruled.add(lower);
  }
}

/** The same where the headers are known to be sendable. */
export function requireStart({ method, origin }: WireRequest): void {
  if (typeof method !== "string" || !isHeaderName(method)) throw refused("a method", method);
  if (ZERO_PORT.test(origin)) throw refused("a port other than 0", origin);
}

/** Values may be secret, so that only those that have a rule of their own are shown. */
function requireHeader(name: string, value: string): void {
  if (!isHeaderName(name)) {
    throw new InvalidRequestError(`Expected a name of a header: got ${shownName(name)}`);
  }
  if (!isHeaderValue(value)) throw refused(`bytes without controls as ${name}`);
}

interface Rule {
  readonly expected: string;
  readonly test: (value: string, wire: WireRequest) => boolean;
}

const ZERO_PORT = /:0$/;
const HOST = /^(?:\[[\d.:A-Fa-f]+\]|[\w!$&'()*+,.;=%~-]+)(?::\d{0,5})?$/;

const never: Rule = { expected: "nothing", test: () => false };
const rules = new Map<string, Rule>(
  Object.entries({
    host: { expected: "a host", test: (value) => HOST.test(value) },
    "content-length": {
      expected: "the length of the body",
      test: (value, { body }) =>
        /^\d+$/.test(value) && Number(value) === Buffer.byteLength(body ?? ""),
    },
    connection: {
      expected: '"close" or "keep-alive"',
      test: (value) => /^(?:close|keep-alive)$/i.test(value.trim()),
    },
    "transfer-encoding": never,
    upgrade: never,
    "keep-alive": never,
    expect: never,
  }),
);

function refused(expected: string, got?: string): InvalidRequestError {
  return new InvalidRequestError(
    `Expected ${expected}${got === undefined ? "" : `: got ${show(got)}`}`,
  );
}
