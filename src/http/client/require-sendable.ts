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
  const { method, headers, origin } = wire;
  if (typeof method !== "string" || !isHeaderName(method)) throw refused("a method", method);
  if (ZERO_PORT.test(origin)) throw refused("a port other than 0", origin);
  const ruled = new Set<string>();
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? "";
    requireHeader(name, headers[at + 1] ?? "", wire);
    const lower = name.toLowerCase();
    if (!rules.has(lower)) continue;
    if (ruled.has(lower)) throw refused(`no more than one ${name}`);
    ruled.add(lower);
  }
}

/** Values may be secret, so that only those that have a rule of their own are shown. */
function requireHeader(name: string, value: string, wire: WireRequest): void {
  if (!isHeaderName(name)) {
    throw new InvalidRequestError(`Expected a name of a header: got ${shownName(name)}`);
  }
  if (!isHeaderValue(value)) throw refused(`bytes without controls as ${name}`);
  const rule = rules.get(name.toLowerCase());
  if (rule?.test(value, wire) === false) throw refused(`${rule.expected} as ${name}`, value);
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
