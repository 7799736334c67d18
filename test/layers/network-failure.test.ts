import { describe, expect, it } from "vitest";

import { HttpError } from "../../src/http/errors.ts";
import { isNetworkFailure } from "../../src/layers/network-failure.ts";

describe("isNetworkFailure", () => {
  it.each(["connect", "connection_reset", "dns", "timeout", "truncated_body"] as const)(
    "is true of %s",
    (code) => expect(isNetworkFailure(new HttpError(code, "down"))).toBe(true),
  );

  it("is false of what the same request would meet again, of an unknown name, and of others", () => {
    const cause = Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" });
    expect(isNetworkFailure(new HttpError("tls", "expired"))).toBe(false);
    expect(isNetworkFailure(new HttpError("dns", "no such host", { cause }))).toBe(false);
    expect(isNetworkFailure(new Error("down"))).toBe(false);
  });
});
