import { describe, expect, it } from "vitest";

import { contextKey } from "../../src/service/context-key.ts";
import { Context } from "../../src/service/context.ts";

describe("contextKey", () => {
  it("names a value, and says what it is until a layer sets it", () => {
    const key = contextKey("depth", 7);
    expect(key).toEqual({ name: "depth", initial: 7 });
    expect(new Context().get(key)).toBe(7);
  });

  it("tells keys apart by identity, not by name", () => {
    const [one, other] = [contextKey("depth", 0), contextKey("depth", 0)];
    expect(new Context().with(one, 1).get(other)).toBe(0);
  });
});
