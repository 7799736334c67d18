import { isHeaderName, isHeaderValue } from "../../http/header-syntax.ts";
import { tryParseUrl } from "../../http/url/parse-url.ts";
import { redactUrl } from "../../http/url/redact-url.ts";
import { kindOf, show } from "../../service/options.ts";
import type { Credentials, Secret } from "./credentials.ts";

/** A header that proves to one origin who asks. */
export interface Proof {
  readonly origin: string;
  /** In lower case. */
  readonly name: string;
  /** Its value; throws where the secret cannot be one. */
  readonly value: () => string | Promise<string>;
}

/** Makes a proof of credentials. What is wrong with them is thrown, and never shows a secret. */
export function proofOf(credentials: Credentials): Proof {
  requireRecord("auth", credentials, { origin: true, basic: true, bearer: true, header: true });
  const origin = requireOrigin(credentials.origin);
  const given = ["basic", "bearer", "header"].filter((kind) => kind in credentials);
  if (given.length !== 1) {
    throw new TypeError(
      `Expected "auth" to have one of basic, bearer and header: got ${given.join(", ") || "none"}`,
    );
  }
  if ("basic" in credentials) {
    const value = basic(credentials.basic);
    return { origin, name: "authorization", value: () => value };
  }
  if ("bearer" in credentials) {
    const value = reader("bearer", credentials.bearer, "Bearer ");
    return { origin, name: "authorization", value };
  }
  const { header } = credentials;
  requireRecord("header", header, { name: true, value: true });
  if (typeof header.name !== "string" || !isHeaderName(header.name)) {
    throw new TypeError(
      `Expected "header.name" to be the name of a header: got ${kindOf(header.name)}`,
    );
  }
  return { origin, name: header.name.toLowerCase(), value: reader("header.value", header.value) };
}

/** By RFC 7617, in UTF-8. */
function basic(login: { readonly username: string; readonly password: string }): string {
  requireRecord("basic", login, { username: true, password: true });
  const { username, password } = login;
  requireLogin("basic.username", username);
  requireLogin("basic.password", password);
  if (username.includes(":")) {
    throw new TypeError('Expected "basic.username" to have no colon: got one');
  }
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

function reader(option: string, secret: Secret, scheme = ""): Proof["value"] {
  const valueOf = (secret: string): string => scheme + requireSecret(option, secret);
  if (typeof secret === "function") return async () => valueOf(await secret());
  const value = valueOf(secret);
  return () => value;
}

function requireOrigin(origin: unknown): string {
  if (typeof origin !== "string") {
    throw new TypeError(`Expected "origin" to be a text: got ${kindOf(origin)}`);
  }
  const url = tryParseUrl(origin);
  if (/^https?:$/.test(url?.protocol ?? "") && url?.href === `${url?.origin}/`) return url.origin;
  throw new TypeError(
    `Expected "origin" to be an http(s) scheme, a host and no more but a port: got ${show(redactUrl(origin))}`,
  );
}

function requireSecret(option: string, secret: unknown): string {
  if (typeof secret !== "string") {
    throw new TypeError(`Expected "${option}" to be a text: got ${kindOf(secret)}`);
  }
  if (secret !== "" && secret.trim() === secret && isHeaderValue(secret)) return secret;
  throw new TypeError(`Expected "${option}" to be what a header can hold: got ${kindOf(secret)}`);
}

function requireLogin(option: string, text: unknown): void {
  // oxlint-disable-next-line no-control-regex -- these are what RFC 7617 forbids
  if (typeof text === "string" && !/[\u0000-\u001F\u007F]/.test(text)) return;
  throw new TypeError(
    `Expected "${option}" to be a text without control characters: got ${kindOf(text)}`,
  );
}

function requireRecord(what: string, options: object, known: Readonly<Record<string, true>>): void {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw new TypeError(`Expected "${what}" to be an object: got ${kindOf(options)}`);
  }
  if (Object.keys(options).every((name) => Object.hasOwn(known, name))) return;
  const names = Object.keys(known).join(", ");
  throw new TypeError(`Expected options of ${what}, ${names}: got another name`);
}
