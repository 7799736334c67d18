import { createRequire } from "node:module";

import { describe, expect, it } from "vitest";

import { version } from "../../../src/http/client/version.ts";

describe("version", () => {
  it("is that of the package", () => {
    expect(createRequire(import.meta.url)("../../../package.json")).toMatchObject({ version });
  });
});
