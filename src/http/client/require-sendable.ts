import { show } from "../../service/options.ts";
import { InvalidRequestError } from "../errors.ts";
import { isHeaderName, isHeaderValue } from "../header-syntax.ts";
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
  const { method, headers } = wire;
  if (typeof method !== "string" || !isHeaderName(method)) throw refused("a method", method);
  if (method === "CONNECT") throw refused("a method that asks for a resource", method);
  if (ZERO_PORT.test(wire.origin)) throw refused("a port other than 0", wire.origin);
  const seen = new Set<string>();
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? "";
    const value = headers[at + 1] ?? "";
    if (!isHeaderName(name)) throw refused("a name of a header", name);
    if (!isHeaderValue(value)) throw refused(`bytes without controls as ${name}`, value);
    const rule = rules[name.toLowerCase()];
    if (!rule) continue;
    if (seen.has(name.toLowerCase())) throw refused(`one ${name}`, "several");
    seen.add(name.toLowerCase());
    if (!rule.test(value, wire)) throw refused(`${rule.expected} as ${name}`, value);
  }
}

interface Rule {
  readonly expected: string;
  readonly test: (value: string, wire: WireRequest) => boolean;
}

const ZERO_PORT = /:0$/;
const HOST = /^(?:\[[\d.:A-Fa-f]+\]|[\w!$&'()*+,.;=%~-]+)(?::\d{0,5})?$/;

const never: Rule = { expected: "nothing", test: () => false };
const rules: Readonly<Record<string, Rule | undefined>> = {
  __proto__: null,
  host: { expected: "a host", test: (value) => HOST.test(value) },
  "content-length": {
    expected: "the length of the body",
    test: (value, { body }) => /^\d+$/.test(value) && Number(value) === Buffer.byteLength(body ?? ""),
  },
  connection: {
    expected: '"close" or "keep-alive"',
    test: (value) => /^(?:close|keep-alive)$/i.test(value.trim()),
  },
  "transfer-encoding": never,
  upgrade: never,
  "keep-alive": never,
  expect: never,
};

function refused(expected: string, got: unknown): InvalidRequestError {
  return new InvalidRequestError(`Expected ${expected}: got ${show(got)}`);
}
