import { randomBytes } from "node:crypto";
import {
  brotliCompressSync,
  createGunzip,
  deflateRawSync,
  deflateSync,
  gunzipSync,
  gzipSync,
} from "node:zlib";

import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";

import { latin1 } from "../../../src/http/charset/latin1.ts";
import { contentCodings } from "../../../src/http/client/content-coding.ts";
import {
  type BodyLimits,
  StreamDecompressor,
  TooManyBytesError,
} from "../../../src/http/client/stream-decompressor.ts";

describe("StreamDecompressor", () => {
  it("gives the body, however its pieces are cut", () =>
    check(async ([header, encode], body, sizes) => {
      const outcome = await decompressed(header, pieces(encode(body), sizes));
      expect(outcome).toEqual({ text: latin1(body), truncated: false });
    }));

  it("gives a beginning of a body that ends too early, and says so", () =>
    check(async ([header, encode], body, sizes) => {
      const whole = encode(body);
      const cut = whole.subarray(0, 2 + ((sizes[0] ?? 0) % (whole.length - 2)));
      const outcome = await decompressed(header, pieces(cut, sizes));
      expect(outcome.truncated).toBe(true);
      expect(latin1(body).startsWith(outcome.text)).toBe(true);
    }));

  it("loses nothing of what was there when a body ended", async () => {
    const body = "every word counts ".repeat(1e5);
    for (const encode of [gzipSync, deflateSync]) {
      const trailer = encode === gzipSync ? 8 : 4;
      const cut = encode(body).subarray(0, -trailer);
      const outcome = await decompressed(encode === gzipSync ? "gzip" : "deflate", [cut]);
      expect([outcome.truncated, outcome.text.length]).toEqual([true, body.length]);
    }
  });

  it("fails as soon as there is too much", async () => {
    const body = Buffer.alloc(1e6);
    const coded = gzipSync(body);
    for (const [header, bytes] of [
      ["gzip", coded],
      ["gzip, br", brotliCompressSync(coded)],
      ["gzip, gzip", gzipSync(coded)],
    ] as const) {
      await expect(decompressed(header, [bytes], { maxBytes: 1e4 })).rejects.toThrow(
        TooManyBytesError,
      );
    }
    expect((await decompressed("gzip", [coded], { maxBytes: 1e6 })).text).toHaveLength(1e6);
  });

  it("gives as much as is wanted of a body, be it in the piece that is too much", async () => {
    const coded = gzipSync(Buffer.alloc(1e6, "a"));
    for (const cutAt of [0, 1, 5000, 64 * 1024, 1e6 - 1]) {
      const outcome = await decompressed("gzip", [coded], { maxBytes: 1e4 + cutAt, cutAt });
      expect(outcome).toEqual({ text: "a".repeat(cutAt), truncated: true });
    }
  });

  it("fails on damage", async () => {
    const coded = gzipSync("x".repeat(1e4)).fill(0xff, 12, 20);
    await expect(decompressed("gzip", [coded])).rejects.toMatchObject({ code: "Z_DATA_ERROR" });
    await expect(decompressed("br", [Buffer.from("<html>plain</html>")])).rejects.toThrow(/./);
  });

  it("passes over what stands behind the end", async () => {
    const body = Buffer.from("body ".repeat(1e4));
    for (const [header, encode] of codings) {
      for (const rest of ["\0\0\0\0", "garbage"]) {
        const outcome = await decompressed(header, [encode(body), Buffer.from(rest), encode(body)]);
        expect(outcome).toEqual({ text: latin1(body), truncated: false });
      }
    }
  });

  it("does so where the rest came with the end", async () => {
    const body = randomBytes(2e5).toString("hex");
    for (const rest of ["garbage", "\n", "<!-- cached -->"]) {
      const bytes = Buffer.concat([gzipSync("begin "), gzipSync(body), Buffer.from(rest)]);
      for (const pieces of [[bytes], [bytes.subarray(0, 1e5), bytes.subarray(1e5)]]) {
        const outcome = await decompressed("gzip", pieces);
        expect(outcome).toEqual({ text: `begin ${body}`, truncated: false });
      }
    }
  });

  it("reads a gzip body of several members", async () => {
    const members = [gzipSync("one "), gzipSync("two")];
    expect(await decompressed("gzip", members)).toMatchObject({ text: "one two" });
  });

  it("gathers small pieces while its stream is at work", async () => {
    const bytes = gzipSync(randomBytes(5e4));
    const stream = createGunzip();
    const write = vi.spyOn(stream, "write");
    const body = await new Promise<Uint8Array>((done, failed) => {
      const gunzip = { whole: gunzipSync, stream: () => stream };
      const decompressor = new StreamDecompressor([() => gunzip], limits, {
        bodyDone: done,
        bodyFailed: failed,
        bodyCut: done,
      });
      for (const piece of pieces(bytes, [1])) decompressor.write(piece);
      decompressor.end();
    });
    expect(body).toHaveLength(5e4);
    expect(write.mock.calls.length).toBeLessThan(10);
  });

  it("tells nothing once it was given up", async () => {
    const told: unknown[] = [];
    const decompressor = new StreamDecompressor(contentCodings("gzip"), limits, {
      bodyDone: (body) => told.push(body),
      bodyCut: (body) => told.push(body),
      bodyFailed: (error) => told.push(error),
    });
    decompressor.write(gzipSync("x"));
    decompressor[Symbol.dispose]();
    decompressor.write(gzipSync("x"));
    decompressor.end();
    await decompressed("gzip", [gzipSync("later")]);
    expect(told).toEqual([]);
  });
});

const limits: BodyLimits = { maxBytes: 1e8, cutAt: Infinity };

type Encode = (bytes: Uint8Array) => Buffer;
type Coding = readonly [header: string, encode: Encode];

const codings: readonly Coding[] = [
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["deflate", deflateRawSync],
  ["br", brotliCompressSync],
];
const chains: readonly Coding[] = [
  ...codings,
  ["gzip, br", (bytes) => brotliCompressSync(gzipSync(bytes))],
  ["br, deflate", (bytes) => deflateSync(brotliCompressSync(bytes))],
];

interface Decompressed {
  /** The body as Latin-1, since text is compared much faster than bytes. */
  readonly text: string;
  readonly truncated: boolean;
}

async function check(
  property: (coding: Coding, body: Uint8Array, sizes: readonly number[]) => Promise<void>,
): Promise<void> {
  const words = fc.array(fc.constantFrom("a", "word ", "<p>another</p>", "\n"), {
    maxLength: 2000,
    size: "max",
  });
  const bodies = fc.oneof(
    fc.uint8Array({ minLength: 1 }),
    words.map((words) => Buffer.from(`x${words.join("")}`)),
  );
  const sizes = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1 });
  await fc.assert(fc.asyncProperty(fc.constantFrom(...chains), bodies, sizes, property));
}

/** Cuts bytes into pieces of these sizes, again and again; the first has two bytes at least. */
function pieces(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const cut: Uint8Array[] = [];
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const size = Math.max(n === 0 ? 2 : 1, sizes[n % sizes.length] ?? 1);
    cut.push(bytes.subarray(at, at + size));
    at += size;
  }
  return cut;
}

function decompressed(
  header: string,
  pieces: readonly Uint8Array[],
  own: Partial<BodyLimits> = {},
): Promise<Decompressed> {
  return new Promise((resolve, reject) => {
    const decompressor = new StreamDecompressor(
      contentCodings(header),
      { ...limits, ...own },
      {
        bodyDone: (body, truncated) => resolve({ text: latin1(body), truncated }),
        bodyFailed: reject,
        bodyCut: (body) => resolve({ text: latin1(body), truncated: true }),
      },
    );
    for (const piece of pieces) decompressor.write(piece);
    decompressor.end();
  });
}
