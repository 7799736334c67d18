import { describe, expect, it } from "vitest";

import { rowOf } from "../../src/cli/row-of.ts";

describe("rowOf", () => {
  it("makes a row of a name and cells, and none where there are no cells", () => {
    expect(rowOf(6)("size", ["1 kB", "2 kB"])).toEqual(["  size    1 kB · 2 kB"]);
    expect(rowOf(6)("size", [])).toEqual([]);
  });
});
