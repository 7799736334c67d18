import * as zlib from "node:zlib";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  acceptEncoding,
  contentCodings,
  decompressWhole,
  UnknownCodingError,
} from "../../../src/http/client/content-coding.ts";

describe("contentCodings", () => {
  it("undoes a chain of codings, the last one first", () => {
    fc.assert(
      fc.property(fc.array(coding, { maxLength: 5 }), fc.uint8Array(), (chain, body) => {
        const coded = chain.reduce<Uint8Array>((bytes, [, encode]) => encode(bytes), body);
        const header = chain.map(([name]) => name).join(", ");
        expect(undone(header, coded)).toEqual(Buffer.from(body));
      }),
    );
  });

  it.each(["", "identity", "none", "UTF-8", "base64", ", ,", "gzip-ish"])(
    "passes over %j, which is no coding",
    (name) => {
      expect(contentCodings(name)).toEqual([]);
      expect(undone(`${name}, gzip, ${name}`, zlib.gzipSync("x"))).toEqual(Buffer.from("x"));
    },
  );

  it.each(["GZIP", " gzip ", '"gzip"', "x-gzip", "identity, gzip", "gzip;q=1.0"])(
    "knows %j for gzip",
    (name) => {
      expect(undone(name, zlib.gzipSync("x"))).toEqual(Buffer.from("x"));
    },
  );

  it("knows deflate in zlib, without it, and in gzip", () => {
    for (const encode of [zlib.deflateSync, zlib.deflateRawSync, zlib.gzipSync]) {
      for (const text of ["x", "x".repeat(1000), "{}"]) {
        expect(undone("deflate", encode(text))).toEqual(Buffer.from(text));
      }
    }
  });

  it("leaves a body that is not gzip as it is", () => {
    expect(undone("gzip", Buffer.from("<html>"))).toEqual(Buffer.from("<html>"));
  });

  it.each(["compress", "x-compress", "gzip, dcb", "exi"])("throws on %j", (name) => {
    expect(() => contentCodings(name)).toThrow(UnknownCodingError);
  });

  it("knows zstd, or throws on it, as this version of Node can undo it", () => {
    const coded = Buffer.from("KLUv/SAKUQAAaGVsbG8genN0ZA==", "base64");
    const canUndo = acceptEncoding.includes("zstd");
    expect(outcomeOf(() => undone("zstd", coded).toString())).toBe(
      canUndo ? "hello zstd" : "UnknownCodingError",
    );
  });

  it("throws on more than five codings", () => {
    expect(contentCodings("gzip,br,gzip,br,gzip")).toHaveLength(5);
    expect(() => contentCodings("gzip,br,gzip,br,gzip,br")).toThrow(UnknownCodingError);
  });
});

describe("acceptEncoding", () => {
  it("names what can be undone, zstd where Node can", () => {
    const zstd = "createZstdDecompress" in zlib ? ", zstd" : "";
    expect(acceptEncoding).toBe(`gzip, deflate, br${zstd}`);
  });
});

describe("decompressWhole", () => {
  it("gives nothing where there would be too much, or something is wrong", () => {
    const coded = zlib.gzipSync("x".repeat(100));
    const [gzip] = contentCodings("gzip");
    if (!gzip) throw new Error("gzip is known");
    expect(decompressWhole(coded, [gzip], 100)).toHaveLength(100);
    expect(decompressWhole(coded, [gzip], 99)).toBeUndefined();
    expect(decompressWhole(coded.subarray(0, -1), [gzip], 100)).toBeUndefined();
  });
});

type Encode = (bytes: Uint8Array) => Buffer;

const coding = fc.constantFrom<(readonly [name: string, encode: Encode])[]>(
  ["gzip", zlib.gzipSync],
  ["deflate", zlib.deflateSync],
  ["br", zlib.brotliCompressSync],
  ["identity", (bytes) => Buffer.from(bytes)],
);

function undone(header: string, bytes: Uint8Array): Buffer {
  return Buffer.from(decompressWhole(bytes, contentCodings(header), 1e6) ?? "failed");
}

/** What work returns, or the name of the error that it throws. */
function outcomeOf(work: () => string): string {
  try {
    return work();
  } catch (error) {
    return error instanceof Error ? error.name : "no error";
  }
}
