import { describe, expect, it } from "vitest";

import { HttpError, type HttpErrorCode, InvalidRequestError } from "../../../src/http/errors.ts";
import { type HttpRequest, HttpResponse } from "../../../src/http/message.ts";
import { statusError } from "../../../src/http/status-error.ts";
import { circuitBreaker } from "../../../src/layers/circuit-breaker/circuit-breaker.ts";
import { httpCircuitBreaker } from "../../../src/layers/circuit-breaker/http-circuit-breaker.ts";
import { consecutiveFailures } from "../../../src/layers/circuit-breaker/trip.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { TimeoutError } from "../../../src/service/errors.ts";
import { type Outcome, settle } from "../../../src/service/outcome.ts";
import { fail, script, succeed } from "../../../src/testing/script.ts";
import { untyped } from "../../support/untyped.ts";

const url = "https://shop.test/a";

describe("httpCircuitBreaker", () => {
  it.each([500, 501, 502, 503, 504, 520, 599])("takes %d for a failure", async (status) => {
    expect(await countsAs(answer(status))).toBe("failure");
    expect(await countsAs(errorOf(status))).toBe("failure");
  });

  it.each([200, 204, 304, 400, 401, 403, 404, 408, 410, 499])(
    "takes %d for a success",
    async (status) => expect(await countsAs(answer(status))).toBe("success"),
  );

  it("knows a status that has become an error", async () => {
    expect(await countsAs(errorOf(404))).toBe("success");
    expect(await countsAs(errorOf(429))).toBe("neither");
  });

  it("leaves 429 to the limiter, and what a cache has answered to nobody", async () => {
    expect(await countsAs(answer(429))).toBe("neither");
    const kept = new HttpResponse({ url, status: 200, fromCache: true });
    expect(await countsAs(succeed(kept))).toBe("neither");
  });

  it.each<HttpErrorCode>(["connect", "connection_reset", "dns", "timeout", "truncated_body"])(
    "takes %s for a failure",
    async (code) => {
      expect(await countsAs(broken(code))).toBe("failure");
      const response = new HttpResponse({ url, status: 200 });
      expect(await countsAs(broken(code, { response }))).toBe("failure");
    },
  );

  it("does not hold a name against anybody that does not exist", async () => {
    const cause = Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" });
    expect(await countsAs(broken("dns", { cause }))).toBe("neither");
  });

  it.each<HttpErrorCode>(["tls", "protocol", "aborted", "decode", "too_large"])(
    "has no opinion of %s",
    async (code) => expect(await countsAs(broken(code))).toBe("neither"),
  );

  it("goes by the status where the host has answered what we cannot take", async () => {
    for (const code of ["too_large", "decode", "too_many_redirects", "bad_redirect"] as const) {
      const [well, bad] = [302, 503].map((status) => new HttpResponse({ url, status }));
      expect(await countsAs(broken(code, { response: well }))).toBe("success");
      expect(await countsAs(broken(code, { response: bad }))).toBe("failure");
    }
  });

  it("takes a timeout on the wire for a failure, and any error that is not of HTTP", async () => {
    expect(await countsAs(fail(new TimeoutError(10)))).toBe("failure");
    expect(await countsAs(fail(new TypeError("fetch failed")))).toBe("failure");
  });

  it("holds one host, whatever the port and the scheme, and no other", async () => {
    const http = over([answer(503), answer(200)], {});
    await http.call({ url });
    const same = http.call({ url: "http://Shop.test.:8080/b" });
    await expect(same).rejects.toMatchObject({ code: "circuit_open", key: "shop.test" });
    expect((await http.call({ url: "https://cdn.shop.test/" })).status).toBe(200);
  });

  it("lets pass what has no domain, for the leaf to judge", async () => {
    const http = over([answer(503), fail(new InvalidRequestError("no URL"))], {});
    await http.call({ url: "/a" });
    await expect(http.call({ url: "/a" })).rejects.toThrow("no URL");
  });

  it("passes on other options, and gives way to those that are given", async () => {
    const options = { key: () => "one", isFailure: () => true, cooldownMs: 5, probes: 2 };
    expect(httpCircuitBreaker(options)).toEqual(options);
  });

  it.each([{ statuses: [503] }, null, 5])("refuses the options %o", (options) => {
    expect(() => httpCircuitBreaker(untyped(options))).toThrow("options of httpCircuitBreaker");
  });
});

function answer(status: number): Outcome<HttpResponse> {
  return succeed(new HttpResponse({ url, status }));
}

function errorOf(status: number): Outcome<never> {
  return fail(statusError({ url }, new HttpResponse({ url, status })));
}

function broken(
  code: HttpErrorCode,
  options: ErrorOptions & { readonly response?: HttpResponse | undefined } = {},
): Outcome<never> {
  return fail(new HttpError(code, "broken", { request: { url }, ...options }));
}

/** What an outcome counts as: a failure ends the row of another one, or makes it two; a success ends it. */
async function countsAs(outcome: Outcome<HttpResponse>): Promise<string> {
  const isOpenAfter = async (outcomes: readonly Outcome<HttpResponse>[]): Promise<boolean> => {
    const http = over([...outcomes, answer(200)], { trip: consecutiveFailures(2) });
    for (const _ of outcomes) await settle(http.call({ url }));
    return !(await settle(http.call({ url }))).ok;
  };
  if (await isOpenAfter([answer(500), outcome])) return "failure";
  return (await isOpenAfter([answer(500), outcome, answer(500)])) ? "neither" : "success";
}

function over(outcomes: readonly Outcome<HttpResponse>[], options: object) {
  const trip = consecutiveFailures(1);
  return ServiceBuilder.for<HttpRequest, HttpResponse>()
    .layer(circuitBreaker(httpCircuitBreaker({ trip, ...options })))
    .service(script(outcomes));
}
