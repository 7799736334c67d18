import { describe, expect, it } from "vitest";

import { boundHeaders } from "../../src/cli/bound-headers.ts";
import { HttpHeaders } from "../../src/http/headers.ts";

describe("boundHeaders", () => {
  it("keeps secrets to the origins of the start URLs, and lets all else go everywhere", () => {
    const { auth, headers } = boundHeaders(
      [
        ["Accept", "a/b"],
        ["Cookie", "a=1"],
        ["X-API-Key", "k"],
        ["cookie", "b=2"],
      ],
      ["https://a.test/1", "https://a.test/2", "http://b.test:8080/"],
    );
    expect([...HttpHeaders.from(headers)]).toEqual([["Accept", "a/b"]]);
    expect(auth).toEqual(
      ["https://a.test", "http://b.test:8080"].flatMap((origin) => [
        { origin, header: { name: "cookie", value: "a=1; b=2" } },
        { origin, header: { name: "x-api-key", value: "k" } },
      ]),
    );
  });

  it("leaves a secret that is empty where it is", () => {
    const { auth, headers } = boundHeaders([["Authorization", ""]], ["https://a.test/"]);
    expect(auth).toEqual([]);
    expect([...HttpHeaders.from(headers)]).toEqual([["Authorization", ""]]);
  });
});
