import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { xmlEncoding } from "../../../src/http/charset/xml-encoding.ts";

describe("xmlEncoding", () => {
  it.each([
    [`<?xml version="1.0" encoding="koi8-r"?><a/>`, "koi8-r"],
    [`<?xml version='1.0'\n encoding = 'KOI8-R' standalone="yes"?>`, "koi8-r"],
    [`\n <?xml version="1.0" encoding="koi8-r"?>`, "koi8-r"],
    [`<?xml version="1.0" encoding="UTF-16"?>`, "utf-8"],
    [`<?xml version="1.0" encoding="none"?>`, undefined],
    [`<?xml version="1.0" encoding=koi8-r?>`, undefined],
    [`<?xml version="1.0" encoding="koi8-r`, undefined],
    [`<?xml version="1.0"?><a encoding="koi8-r"/>`, undefined],
    [`<?xml-stylesheet encoding="koi8-r"?>`, undefined],
    [`<a/><?xml version="1.0" encoding="koi8-r"?>`, undefined],
    ["", undefined],
  ])("reads %j as %s", (text, encoding) => {
    expect(xmlEncoding(Buffer.from(text))).toBe(encoding);
  });

  it("knows UTF-16 by the zeros between the letters", () => {
    const bytes = Buffer.from(`<?xml version="1.0" encoding="koi8-r"?>`, "utf16le");
    expect(xmlEncoding(bytes)).toBe("utf-16le");
    expect(xmlEncoding(bytes.swap16())).toBe("utf-16be");
  });

  it("never throws, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(() => xmlEncoding(bytes)).not.toThrow();
      }),
    );
  });

  it.each([" ", "<?xml ", "<?xml  encoding", " encoding ", " encoding = "])(
    "reads a megabyte of %j",
    (piece) => {
      const text = `<?xml ${piece.repeat(1_000_000 / piece.length)}`;
      expect(xmlEncoding(Buffer.from(text))).toBeUndefined();
    },
  );
});
