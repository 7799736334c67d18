import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { rawHeader } from "../../../src/http/client/raw-headers.ts";
import { HttpHeaders } from "../../../src/http/headers.ts";

describe("rawHeader", () => {
  it("finds what HttpHeaders finds, in bytes as in text", () => {
    const names = fc.constantFrom("Content-Length", "content-length", "CONTENT-TYPE", "Vary", "");
    const values = fc.string({
      unit: fc.nat({ max: 255 }).map((code) => String.fromCharCode(code)),
    });
    const fields = fc.array(fc.tuple(names, values), { maxLength: 5 });
    fc.assert(
      fc.property(fields, fc.boolean(), (fields, isText) => {
        const raw = fields.flat().map((text) => (isText ? text : Buffer.from(text, "latin1")));
        const all = HttpHeaders.from(fields).getAll("Content-Length");
        expect(rawHeader(raw, "content-length")).toBe(all.length === 0 ? undefined : all.join());
      }),
    );
  });
});
