import { describe, expect, it } from "vitest";

import { tlsHint } from "../../src/cli/tls-hint.ts";
import { HttpError } from "../../src/http/errors.ts";

const url = "https://localhost:3000/a";

describe("tlsHint", () => {
  it("asks for http where TLS failed on a port that was named", () => {
    expect(tlsHint(url, new HttpError("tls", "no"))).toBe(
      " (does it speak TLS? without it, http://localhost:3000/a)",
    );
  });

  it.each<[url: string, error: Error]>([
    [url, new HttpError("connect", "no")],
    [url, new Error("no")],
    ["https://a.test/", new HttpError("tls", "no")],
  ])("says nothing of %s with %s", (url, error) => {
    expect(tlsHint(url, error)).toBe("");
  });
});
