import { describe, expect, it } from "vitest";

import { codeOf, messageOf, reasonOf } from "../../src/cli/error-message.ts";

describe("messageOf", () => {
  it("adds the causes, but for what the message tells already", () => {
    const refused = new Error("connection refused");
    const failed = new Error("GET failed: connection refused", { cause: refused });
    const error = new Error("No page", { cause: failed });
    expect(messageOf(error)).toBe("No page: GET failed: connection refused");
  });

  it("shows what is no error too", () => {
    expect(messageOf("stop")).toBe("stop");
  });
});

describe("reasonOf", () => {
  it("leaves out what was called with which path", () => {
    const error = new Error("ENOENT: no such file or directory, open '/tmp/a'");
    expect(reasonOf(error)).toBe("ENOENT: no such file or directory");
    expect(reasonOf("stop")).toBe("stop");
  });
});

describe("codeOf", () => {
  it("is the code of an error that has one", () => {
    expect(codeOf(Object.assign(new Error("no"), { code: "EPIPE" }))).toBe("EPIPE");
    expect([new Error("no"), { code: "EPIPE" }, undefined].map(codeOf)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
