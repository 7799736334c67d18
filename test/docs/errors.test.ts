import { readFile } from "node:fs/promises";

import { describe, expect, it } from "vitest";

import { declaredClasses, tableOfType } from "./declared-class.ts";
import { errorPage } from "./error-page.ts";
import { exportedErrors } from "./exported-errors.ts";

describe("docs/errors.md", () => {
  it("is what `npm run docs` writes", async () => {
    expect(await readFile("docs/errors.md", "utf8")).toBe(await errorPage());
  });

  it("tells of every class of errors that is exported, when and by which code", async () => {
    const page = await readFile("docs/errors.md", "utf8");
    const declared = declaredClasses();
    for (const Class of exportedErrors) {
      expect(page).toContain(`| \`${Class.name}\``);
      expect(declared.get(Class.name)?.doc).toMatch(/\.$/);
    }
  });

  it("tells of every code of an HttpError", async () => {
    const source = await readFile("src/http/errors.ts", "utf8");
    const [, union = ""] = /type HttpErrorCode =([^;]*);/.exec(source) ?? [];
    const codes = [...union.matchAll(/"(\w+)"/g)].map(([, code]) => `\`${code}\``);
    expect(tableOfType("HttpErrorCode").map(([code]) => code)).toEqual(codes);
  });
});
