import { describe, expect, it } from "vitest";

import { messageOf } from "../../src/cli/error-message.ts";

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
