import { describe, expect, it } from "vitest";

import { errorFacts, factsOf } from "../../../src/cli/log/facts.ts";
import { HttpHeaders } from "../../../src/http/headers.ts";
import { HttpResponse } from "../../../src/http/message.ts";

const secret = "http://me:hush@a.test/?token=hush";
const shown = "http://REDACTED:REDACTED@a.test/?token=REDACTED";

describe("factsOf", () => {
  it("tells numbers, texts, and of responses the status", () => {
    const response = new HttpResponse({ url: "http://a.test/", status: 503, body: "hush" });
    expect(
      factsOf({
        attempt: 2,
        stale: true,
        retryAt: Infinity,
        outcome: { ok: true, value: response },
      }),
    ).toEqual({
      attempt: 2,
      stale: true,
      retryAt: "Infinity",
      outcome: { ok: true, value: { status: 503 } },
    });
  });

  it("tells times in whole milliseconds", () => {
    expect(factsOf({ afterMs: 183.4729, waitMs: Infinity, share: 0.5 })).toEqual({
      afterMs: 183,
      waitMs: "Infinity",
      share: 0.5,
    });
  });

  it("tells of errors their class, code and message", () => {
    const error = Object.assign(new TypeError("bad"), { code: "bad_input" });
    expect(factsOf({ error })).toEqual({
      error: { name: "TypeError", code: "bad_input", message: "bad" },
    });
  });

  it("hides what in URLs opens doors, wherever they stand", () => {
    const error = new Error(`GET ${secret} failed (${secret})`, { cause: new Error(secret) });
    const facts = factsOf({
      url: secret,
      key: `GET ${secret}`,
      urls: [secret],
      error,
      deep: { secret },
    });
    expect(JSON.stringify(facts)).not.toContain("hush");
    expect(facts).toMatchObject({ url: shown, urls: [shown], deep: { secret: shown } });
  });

  it("leaves out headers, bodies, functions and what is missing", () => {
    const headers = HttpHeaders.from([["authorization", "hush"]]);
    expect(
      factsOf({ headers, body: new Uint8Array(3), tell: () => {}, gone: undefined, none: null }),
    ).toEqual({});
  });
});

describe("errorFacts", () => {
  it("tells also of what is no error", () => {
    expect(errorFacts(`at ${secret}`)).toEqual({ name: "string", message: `at ${shown}` });
  });
});
