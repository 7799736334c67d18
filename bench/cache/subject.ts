/** A store that is measured, open. */
export interface BenchStore {
  /** The body kept for a path; undefined if there is none. */
  readonly get: (path: string) => unknown;
  readonly put: (path: string, body: Uint8Array) => unknown;
  readonly close: () => unknown;
}

/** Something that keeps bodies. */
export interface Subject {
  readonly name: string;
  /**
   * Opens it in a folder that is there, and its own; the entry written first goes beyond so many.
   * Undefined where this Node does not have it.
   */
  readonly open: (dir: string, maxEntries: number) => Promise<BenchStore | undefined>;
  /** Whether entries go beyond the most of them. */
  readonly evicts: boolean;
}

/** The headers of a response, such as many have. */
export const HEADERS: readonly (readonly [string, string])[] = [
  ["content-type", "text/html; charset=utf-8"],
  ["date", "Tue, 15 Nov 1994 08:12:31 GMT"],
  ["server", "nginx"],
  ["vary", "accept-encoding"],
  ["cache-control", "public, max-age=600"],
  ["etag", '"33a64df551425fcc55e4d42a148795d9f25f89d4"'],
  ["last-modified", "Tue, 15 Nov 1994 12:45:26 GMT"],
  ["strict-transport-security", "max-age=31536000; includeSubDomains"],
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
  ["x-request-id", "f058ebd6-02f7-4d3f-942e-904344e8cde5"],
  ["set-cookie", "session=38afes7a8; HttpOnly; Path=/"],
];
