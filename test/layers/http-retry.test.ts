import { describe, expect, it } from "vitest";

import { HttpError, type HttpErrorCode, InvalidRequestError } from "../../src/http/errors.ts";
import { type HttpRequest, HttpResponse } from "../../src/http/message.ts";
import { statusError } from "../../src/http/status-error.ts";
import { httpRetry, type HttpRetryOptions } from "../../src/layers/http-retry.ts";
import { retryBudget } from "../../src/layers/retry-budget.ts";
import { retry } from "../../src/layers/retry.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import { TimeoutError } from "../../src/service/errors.ts";
import { type Outcome, settle } from "../../src/service/outcome.ts";
import { fail, script, succeed } from "../../src/testing/script.ts";
import { VirtualClock } from "../../src/testing/virtual-clock.ts";
import { untyped } from "../support/untyped.ts";

const url = "https://shop.test/";

describe("httpRetry", () => {
  it.each([408, 425, 429, 500, 502, 503, 504])("repeats after %d", async (status) => {
    expect(await attempts(answer(status))).toBe(2);
  });

  it.each([200, 204, 206, 301, 304, 400, 401, 403, 404, 409, 410, 501, 505, 511])(
    "takes %d for an answer",
    async (status) => expect(await attempts(answer(status))).toBe(1),
  );

  it("knows a status that has become an error", async () => {
    expect(await attempts(fail(errorOf(503)))).toBe(2);
    expect(await attempts(fail(errorOf(404)))).toBe(1);
  });

  it.each<HttpErrorCode>(["connect", "connection_reset", "truncated_body", "timeout", "dns"])(
    "repeats after %s",
    async (code) => expect(await attempts(broken(code))).toBe(2),
  );

  it.each<HttpErrorCode>([
    ...(["tls", "protocol", "decode", "too_large"] as const),
    ...(["too_many_redirects", "bad_redirect"] as const),
  ])("leaves %s as it is", async (code) => expect(await attempts(broken(code))).toBe(1));

  it("does not ask again for a name that does not exist, unlike one that nobody could look up", async () => {
    expect(await attempts(broken("dns", { cause: lookup("EAI_AGAIN") }))).toBe(2);
    expect(await attempts(broken("dns", { cause: lookup("ENOTFOUND") }))).toBe(1);
    const wrapped = new Error("fetch failed", { cause: lookup("ENOTFOUND") });
    expect(await attempts(broken("dns", { cause: wrapped }))).toBe(1);
  });

  it("repeats what one attempt had too little time for", async () => {
    expect(await attempts(fail(new TimeoutError(10)))).toBe(2);
  });

  it.each([
    ["a refusal", new InvalidRequestError("no URL")],
    ["a mistake of the program", new TypeError("x is not a function")],
    ["an abort below", new DOMException("stop", "AbortError")],
  ])("never repeats %s", async (_, error) => expect(await attempts(fail(error))).toBe(1));

  it.each(["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", "get"])(
    "may send %s twice",
    async (method) => expect(await attempts(answer(503), { method })).toBe(2),
  );

  it.each(["POST", "PATCH", "CONNECT", "LOCK"])("sends %s once, whatever comes", async (method) => {
    expect(await attempts(answer(429, { "retry-after": "1" }), { method })).toBe(1);
    expect(await attempts(broken("connection_reset"), { method })).toBe(1);
  });

  it("takes other methods and statuses as options", async () => {
    const options = { methods: ["POST"], statuses: [404] };
    expect(await attempts(answer(404), { method: "POST", options })).toBe(2);
    expect(await attempts(answer(503), { method: "POST", options })).toBe(1);
    expect(await attempts(answer(404), { method: "GET", options })).toBe(1);
  });

  it("waits as long as Retry-After asks for, but not longer than its cap", async () => {
    expect(await waited(answer(503, { "retry-after": "7" }))).toBe(7000);
    expect(await waited(answer(429, { "Retry-After": "Thu, 01 Jan 1970 00:00:09 GMT" }))).toBe(
      9000,
    );
    expect(await waited(fail(errorOf(429, { "retry-after": "7" })))).toBe(7000);
    expect(await waited(answer(503, { "retry-after": "3600" }))).toBe(60_000);
    expect(await waited(answer(503, { "retry-after": "9" }), { maxRetryAfterMs: 10 })).toBe(10);
    expect(await waited(answer(503, { "retry-after": "0" }))).toBe(0);
  });

  it.each(["soon", "-1", "1.5", "1e3", "Infinity", "1, 2"])(
    "goes by its backoff where Retry-After says %j",
    async (value) => expect(await waited(answer(503, { "retry-after": value }))).toBe(50),
  );

  it("repeats at once what was sent on a connection that had gone stale", async () => {
    expect(await waited(broken("connection_reset", { reusedConnection: true }))).toBe(0);
    expect(await waited(broken("connection_reset"))).toBe(50);
  });

  it("passes on the other options of retry", async () => {
    const options = { limit: 4 };
    expect(await attempts(answer(503), { options })).toBe(5);
  });

  it("repeats what its budget pays for, at once or after a wait", async () => {
    const budget = retryBudget({ ratio: 0, minPerSecond: 0.2 });
    const options = { limit: 9, budget };
    expect(
      await attempts(broken("connection_reset", { reusedConnection: true }), { options }),
    ).toBe(3);
    expect(await attempts(answer(503), { options })).toBe(1);
  });

  it("refuses lists that are none, and a cap that is no duration", () => {
    // @ts-expect-error for those who write JavaScript
    expect(() => httpRetry({ methods: "GET" })).toThrow(
      '"methods" to be an array of strings: got "GET"',
    );
    // @ts-expect-error for those who write JavaScript
    expect(() => httpRetry({ statuses: 503 })).toThrow('Expected "statuses"');
    expect(() => httpRetry({ statuses: untyped(["503"]) })).toThrow(
      'Expected "statuses[0]" to be a whole number >= 100: got "503"',
    );
    expect(() => httpRetry({ maxRetryAfterMs: -1 })).toThrow('Expected "maxRetryAfterMs"');
  });

  it.each([{ limits: 5 }, { when: () => true }, null])("refuses the options %o", (options) => {
    expect(() => httpRetry(untyped(options))).toThrow("options of httpRetry");
  });
});

function answer(status: number, headers: Record<string, string> = {}): Outcome<HttpResponse> {
  return succeed(new HttpResponse({ url, status, headers }));
}

function errorOf(status: number, headers: Record<string, string> = {}): unknown {
  return statusError({ url }, new HttpResponse({ url, status, headers }));
}

function lookup(code: string): Error {
  return Object.assign(new Error("getaddrinfo"), { code });
}

function broken(
  code: HttpErrorCode,
  options: ErrorOptions & { reusedConnection?: boolean } = {},
): Outcome<never> {
  return fail(new HttpError(code, "broken", { request: { url }, ...options }));
}

interface Asked {
  readonly method?: string;
  readonly options?: HttpRetryOptions;
}

/** How often a request is sent where the answer is always the same. */
async function attempts(outcome: Outcome<HttpResponse>, { method, options }: Asked = {}) {
  const leaf = script<HttpRequest, HttpResponse>(Array.from({ length: 9 }, () => outcome));
  const clock = new VirtualClock();
  const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
    .layer(retry(httpRetry({ limit: 1, ...options })))
    .service(leaf, { clock });
  await clock.run(settle(stack.call(method === undefined ? { url } : { url, method })));
  return leaf.seen.length;
}

/** How long a second attempt waits after the outcome of the first; 50 ms by default. */
async function waited(outcome: Outcome<HttpResponse>, options: HttpRetryOptions = {}) {
  const clock = new VirtualClock();
  const stack = ServiceBuilder.for<HttpRequest, HttpResponse>()
    .layer(retry(httpRetry({ backoff: () => 50, ...options })))
    .service(script([outcome, answer(200)]), { clock });
  await clock.run(stack.call({ url }));
  return clock.now();
}
